import { paths } from '../../../directory/urls.ts';
import { FEED_TYPES } from '../../feed-types.ts';
import { HASHED_CACHE } from '../../hashed-files.ts';
import { pageSecurityFields } from '../../security-policy.ts';

/**
 * Renders the response fields of built files for Cloudflare Pages and Netlify:
 * https://developers.cloudflare.com/pages/configuration/headers/. Other hosts ignore the file. A file gets the fields of all
 * matching rules, and repeated fields are joined, so no field is in two rules.
 */
export function renderStaticHeaders(baseUrl: string): string {
  const cached = { 'cache-control': HASHED_CACHE };
  const rules: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
    ['/*', { ...pageSecurityFields(baseUrl), 'access-control-allow-origin': '*' }],
    [paths.speculationRules, { 'content-type': 'application/speculationrules+json' }],
    [paths.feed, { 'content-type': FEED_TYPES['/feed.xml'] }],
    ...Object.entries(FEED_TYPES).map(([end, type]) => [`/*${end}`, { 'content-type': type }] as const),
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
