import { paths, QUERY_PATHS } from '../../../directory/urls.ts';

/** Paths that are not prefetched, because they start work or are not pages. */
const NOT_AHEAD = [
  ...QUERY_PATHS.map((path) => `${path}\\?*`),
  ...[paths.owner, paths.mcp, paths.claim('*'), '/notify/*', '/v1/*', '/badge/*'],
  ...['json', 'md', 'txt', 'xml', 'svg', 'png'].map((extension) => `/*.${extension}`),
];

/**
 * Renders the rules for pages that a browser may prefetch: https://html.spec.whatwg.org/multipage/speculative-loading.html. The
 * browser fetches such pages but does not render them. Moderate eagerness means on hover.
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
