import { RULES } from '#llmstxt';
import { ERROR_CODES } from '../../directory/errors.ts';
import { paths } from '../../directory/urls.ts';
import { type Facet, type FacetRows, facetPath } from '../facets.ts';
import { cutPages, type Directory } from '../lists.ts';
import type { PageWithMarkdown } from '../page-markdown.ts';
import type { Row } from '../row.ts';
import type { Doc } from '../views/docs/doc.ts';
import { homeFacts } from '../views/home/home-facts.ts';
import { exampleQueries } from '../views/search/example-queries.ts';
import { emptySearch } from '../views/search/search-facts.ts';

/** A page of the site that is not one domain's. */
export interface SitePage {
  readonly path: string;
  readonly page: PageWithMarkdown;
}

/** More than anybody reads; the others are reached from the sites that have them. */
const MAX_TAGS = 1_000;

/** The pages that are the same whatever the directory holds. */
export function fixedPages(docs: readonly Doc[]): SitePage[] {
  const nothing = { asked: '', result: null, problem: null };
  return [
    { path: paths.check, page: { kind: 'check', ...nothing } },
    { path: paths.generate, page: { kind: 'generate', ...nothing } },
    { path: paths.badges, page: { kind: 'badges', ...nothing } },
    { path: paths.owner, page: { kind: 'owner' } },
    { path: paths.rules, page: { kind: 'rules' } },
    ...RULES.map(({ id }): SitePage => ({ path: paths.rule(id), page: { kind: 'rule', id } })),
    { path: paths.docs, page: { kind: 'docs', docs } },
    ...docs.map((doc): SitePage => ({ path: paths.doc(doc.name), page: { kind: 'doc', doc, docs } })),
    { path: paths.errors, page: { kind: 'errors' } },
    ...ERROR_CODES.map((code): SitePage => ({ path: paths.error(code), page: { kind: 'error', code } })),
  ];
}

/** The pages that show what the directory holds, without the lists of its facets. */
export function directoryPages(directory: Directory, facets: readonly FacetRows[]): SitePage[] {
  const { stats, survey, countries, rows } = directory;
  const tags = facets
    .flatMap(({ facet, rows: { length } }) => (facet.by === 'tag' ? [{ tag: facet.tag, listed: length }] : []))
    .toSorted((a, b) => b.listed - a.listed || (a.tag < b.tag ? -1 : 1))
    .slice(0, MAX_TAGS);
  return [
    { path: paths.home, page: { kind: 'home', ...homeFacts(directory) } },
    { path: paths.search, page: { kind: 'search', ...emptySearch(exampleQueries(rows)) } },
    ...browsePages(rows, null),
    { path: paths.tags, page: { kind: 'tags', tags } },
    { path: paths.map, page: { kind: 'map', countries } },
    { path: paths.stats, page: { kind: 'stats', stats, survey } },
  ];
}

/** The list of the sites of each facet. */
export function facetPages(facets: readonly FacetRows[]): SitePage[] {
  return facets.flatMap(({ facet, rows }) => browsePages(rows, facet));
}

function browsePages(rows: readonly Row[], facet: Facet | null): SitePage[] {
  return cutPages(rows).map((list) => ({
    path: facet ? facetPath(facet, list.page) : paths.browse(list.page),
    page: { kind: 'browse', list, facet },
  }));
}
