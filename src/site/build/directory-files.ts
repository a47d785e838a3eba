import { paths } from '../../directory/urls.ts';
import { type Facet, type FacetRows, facetPath } from '../facets.ts';
import { cutPage, homePage, listPageCount } from '../lists.ts';
import type { Directory, Page } from '../page.ts';
import type { Row } from '../row.ts';
import type { Service } from '../service.ts';
import { renderBrowseMarkdown, renderHomeMarkdown } from '../views/list-markdown.ts';
import { renderMapMarkdown, renderStatsMarkdown, renderTagsMarkdown } from '../views/overview-markdown.ts';
import { fileOf, htmlFileOf } from './file-of.ts';
import type { ListFile } from './list-file.ts';
import type { SiteApp } from './site-app.ts';

export function homeFiles(app: SiteApp, directory: Directory, service: Service): ListFile[] {
  const home = homePage(directory);
  return pair(app, paths.home, home, () => renderHomeMarkdown(home, service));
}

/** The pages of all rows, or of a part of them: a page is made again when one of its own rows has changed. */
export function browseFiles(app: SiteApp, rows: readonly Row[], facet: Facet | null, service: Service): ListFile[] {
  return Array.from({ length: listPageCount(rows.length) }, (_, at) => at + 1).flatMap((page) => {
    const list = cutPage(rows, page);
    const path = facet ? facetPath(facet, page) : paths.browse(page);
    return pair(app, path, { kind: 'browse', list, facet }, () => renderBrowseMarkdown(list, facet, service));
  });
}

/** The tags, the map and the statistics. */
export function overviewFiles(
  app: SiteApp,
  { stats, survey, countries }: Directory,
  facets: readonly FacetRows[],
  service: Service,
): ListFile[] {
  const tags = {
    kind: 'tags',
    tags: facets
      .flatMap(({ name, rows }) => (name.by === 'tag' ? [{ tag: name.tag, listed: rows.length }] : []))
      .toSorted((a, b) => b.listed - a.listed || (a.tag < b.tag ? -1 : 1))
      .slice(0, MAX_TAGS),
  } as const;
  const map = { kind: 'map', countries } as const;
  const statistics = { kind: 'stats', stats, survey } as const;
  return [
    ...pair(app, paths.tags, tags, () => renderTagsMarkdown(tags, service)),
    ...pair(app, paths.map, map, () => renderMapMarkdown(map, service)),
    ...pair(app, paths.stats, statistics, () => renderStatsMarkdown(statistics, service)),
  ];
}

/** More than anybody reads; the others are reached from the sites that have them. */
const MAX_TAGS = 1_000;

/** A page and its Markdown twin. */
function pair(app: SiteApp, path: string, page: Page, markdown: () => string): ListFile[] {
  return [
    { path: htmlFileOf(path), input: page, make: () => app.page(path, page) },
    { path: fileOf(paths.markdown(path)), input: page, make: markdown },
  ];
}
