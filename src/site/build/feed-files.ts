import { paths } from '../../directory/urls.ts';
import { type Facet, facetFeedPath, facetPath, facetTitle } from '../content/facets.ts';
import { type Feed, renderFeed } from '../content/feeds/feed.ts';
import { llmsTxtParts, renderLlmsTxt } from '../content/feeds/llms-txt.ts';
import { renderSitemap, renderSitemapIndex, type SitemapEntry, URLS_PER_SITEMAP } from '../content/feeds/sitemaps.ts';
import { renderStatusFeed } from '../content/feeds/status-feed.ts';
import { type Directory, sortRows } from '../content/lists.ts';
import type { OrderedList } from '../content/ordered-lists.ts';
import { plainRow, type Row } from '../content/row.ts';
import type { Service } from '../service.ts';
import type { SiteFileSource } from './site-folder.ts';
import { toFile } from './to-file.ts';

export function llmsTxtFiles(directory: Directory, service: Service): SiteFileSource[] {
  const { verified } = directory;
  const parts = llmsTxtParts(verified.length);
  return Array.from({ length: parts }, (_, at) => at + 1).map((part) => ({
    path: toFile(paths.llmsTxtPart(part)),
    input: () => (part === 1 ? [directory.stats, verified] : verified),
    make: () => renderLlmsTxt(directory, service, part),
  }));
}

/** Most entries of a feed, more than a day of new sites. */
export const FEED_ROWS = 50;

export function feedFiles({ verified, survey }: Directory, newest: OrderedList, service: Service): SiteFileSource[] {
  return [
    feedFile(newest.rows, { path: paths.feed, page: paths.home, subject: 'newest sites', by: 'first_seen' }, service),
    feedFile(
      sortRows(
        verified.map(({ row }) => row),
        'verified',
      ),
      { path: paths.verifiedFeed, page: paths.home, subject: 'newly verified', by: 'verified_at' },
      service,
    ),
    {
      path: toFile(paths.brokenFeed),
      input: () => survey.broken,
      make: () => renderStatusFeed('broken', survey.broken, service),
    },
    {
      path: toFile(paths.recoveredFeed),
      input: () => survey.recovered,
      make: () => renderStatusFeed('recovered', survey.recovered, service),
    },
  ];
}

export function facetFeedFiles(newest: OrderedList, service: Service): SiteFileSource[] {
  return newest.facets.flatMap(({ facet, rows }) => {
    const feed = feedOfFacet(facet);
    return feed ? [feedFile(rows, feed, service)] : [];
  });
}

export function feedOfFacet(facet: Facet): Feed | null {
  const path = facetFeedPath(facet);
  return path === null
    ? null
    : { path, page: facetPath(facet, 1), subject: `newest, ${facetTitle(facet)}`, by: 'first_seen' };
}

/**
 * Renders a feed.
 * @param rows in feed order
 */
function feedFile(rows: readonly Row[], feed: Feed, service: Service): SiteFileSource {
  const feedRows = rows.slice(0, FEED_ROWS).map(plainRow);
  return { path: toFile(feed.path), input: () => feedRows, make: () => renderFeed(feedRows, feed, service) };
}

/** Renders sitemaps and their index. Domain sitemaps are separate, because they change most. */
export function sitemapFiles(
  pages: readonly SitemapEntry[],
  lists: readonly SitemapEntry[],
  domains: readonly SitemapEntry[],
  { baseUrl }: Service,
): SiteFileSource[] {
  const maps = [{ name: 'pages', entries: pages }, ...cutMaps('lists', lists), ...cutMaps('domains', domains)];
  const index = maps.map(({ name }) => paths.sitemap(name));
  return [
    ...maps.map(({ name, entries }) => ({
      path: toFile(paths.sitemap(name)),
      input: () => entries,
      make: () => renderSitemap(entries, baseUrl),
    })),
    { path: toFile(paths.sitemapIndex), input: () => index, make: () => renderSitemapIndex(index, baseUrl) },
  ];
}

function cutMaps(name: string, entries: readonly SitemapEntry[]) {
  return Array.from({ length: Math.ceil(entries.length / URLS_PER_SITEMAP) }, (_, at) => ({
    name: `${name}-${at + 1}`,
    entries: entries.slice(at * URLS_PER_SITEMAP, (at + 1) * URLS_PER_SITEMAP),
  }));
}
