import { paths } from '../../directory/urls.ts';

/** Where a request starts work, or asks for something that is no page. */
const NOT_AHEAD = [
  ...[paths.add, paths.check, paths.generate, paths.badges, paths.resolve, paths.search, paths.browse(1)].map(
    (path) => `${path}\\?*`,
  ),
  ...[paths.owner, paths.mcp, paths.claim('*'), '/notify/*', '/v1/*', '/badge/*'],
  ...['json', 'md', 'txt', 'xml', 'svg', 'png'].map((extension) => `/*.${extension}`),
];

/**
 * Which pages a browser may fetch before their link is followed: https://html.spec.whatwg.org/multipage/speculative-loading.html.
 * They are fetched and not run. Moderate: when the reader points at a link for a moment.
 */
export function renderSpeculationRules(): string {
  const where = {
    and: [
      { href_matches: '/*' },
      { not: { href_matches: NOT_AHEAD } },
      { not: { selector_matches: '[rel~=nofollow], [download]' } },
    ],
  };
  return `${JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] })}\n`;
}
