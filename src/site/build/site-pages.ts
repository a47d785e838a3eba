import { RULES } from '#llmstxt';
import { ERROR_CODES } from '../../directory/errors.ts';
import { LIST_SORTS, type ListSort } from '../../directory/list-sort.ts';
import { paths } from '../../directory/urls.ts';
import { type Facet, type FacetCount, type FacetRows, facetPath, isSortable } from '../facets.ts';
import { cutPages, type Directory, sortRows } from '../lists.ts';
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
    ...browsePages(rows, null, facets.map(countOf)),
    {
      path: paths.topics,
      page: { kind: 'topics', counts: facets.map(countOf).filter(({ facet }) => facet.by === 'topic') },
    },
    { path: paths.tags, page: { kind: 'tags', tags } },
    { path: paths.map, page: { kind: 'map', countries } },
    { path: paths.stats, page: { kind: 'stats', stats, survey } },
  ];
}

/** The list of the sites of each facet. */
export function facetPages(facets: readonly FacetRows[]): SitePage[] {
  return facets.flatMap(({ facet, rows }) => browsePages(rows, facet, []));
}

/** Pages of a list in another order than its own, and of what visitors rather narrow down than read to the end. */
const MAX_SORTED_PAGES = 2;
const MAX_NARROW_PAGES = 5;

/** All orders of a list; the choices are on its first pages. */
function browsePages(rows: readonly Row[], facet: Facet | null, choices: readonly FacetCount[]): SitePage[] {
  const sorts = isSortable(facet) ? LIST_SORTS : (['authority'] as const);
  const pathOf = (page: number, sort: ListSort) => (facet ? facetPath(facet, page, sort) : paths.browse(page, sort));
  return sorts.flatMap((sort) =>
    cutPages(sortRows(rows, sort), maxPagesOf(facet, sort)).map((list): SitePage => {
      const shown = list.page === 1 ? choices : [];
      return {
        path: pathOf(list.page, sort),
        page: { kind: 'browse', list, facet, sort, filter: null, choices: shown },
      };
    }),
  );
}

function maxPagesOf(facet: Facet | null, sort: ListSort): number {
  if (sort !== 'authority') return MAX_SORTED_PAGES;
  const isNarrow = facet?.by === 'topic' || facet?.by === 'language' || facet?.by === 'size' || facet?.by === 'full';
  return isNarrow ? MAX_NARROW_PAGES : Number.POSITIVE_INFINITY;
}

function countOf({ facet, rows: { length } }: FacetRows): FacetCount {
  return { facet, listed: length };
}
