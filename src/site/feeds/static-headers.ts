import { paths } from '../../directory/urls.ts';
import { HASHED_CACHE } from '../hashed-files.ts';
import { pageSecurityFields } from '../security-policy.ts';

/**
 * The fields that a static host sends with the built files, in the form that Cloudflare Pages and Netlify read:
 * https://developers.cloudflare.com/pages/configuration/headers/. Other hosts ignore the file. A file gets the fields of all rules that
 * match it, joined by a comma where two name the same: so no field is in two of them.
 */
export function renderStaticHeaders(baseUrl: string): string {
  const cached = { 'cache-control': HASHED_CACHE };
  const rules: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
    ['/*', { ...pageSecurityFields(baseUrl), 'access-control-allow-origin': '*' }],
    [paths.speculationRules, { 'content-type': 'application/speculationrules+json' }],
    ['/_astro/*', cached],
    ['/pagefind/:hash/*', cached],
    ['/data/:date/*', cached],
  ];
  return rules
    .map(([path, fields]) =>
      [path, ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n');
}
