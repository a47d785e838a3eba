import { paths } from '../../directory/urls.ts';
import { CONTENT_SECURITY_POLICY_HEADER, SPECULATION_RULES_FIELD } from '../security-policy.ts';

/** As long as browsers keep anything. */
const HASHED_CACHE = 'public, max-age=31536000, immutable';

/**
 * The fields that a static host sends with the built files, in the form that Cloudflare Pages and Netlify read:
 * https://developers.cloudflare.com/pages/configuration/headers/. Other hosts ignore the file.
 */
export function renderStaticHeaders(): string {
  const rules: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
    [
      '/*',
      {
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY_HEADER,
        'Speculation-Rules': SPECULATION_RULES_FIELD,
      },
    ],
    [paths.speculationRules, { 'Content-Type': 'application/speculationrules+json' }],
    ['/_astro/*', { 'Cache-Control': HASHED_CACHE }],
  ];
  return rules
    .map(([path, fields]) =>
      [path, ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n');
}
