import { RULES } from '#llmstxt';
import { ERROR_CODES } from '../../directory/errors.ts';
import type { ListSort } from '../../directory/list-sort.ts';
import { paths } from '../../directory/urls.ts';
import { countFacets, type Facet, type FacetCount, type FacetRows, facetPath, MAX_COUNTED } from '../content/facets.ts';
import { cutPages, type Directory } from '../content/lists.ts';
import type { OrderedLists } from '../content/ordered-lists.ts';
import type { PageWithMarkdown } from '../content/page-markdown.ts';
import { plainRow, type Row } from '../content/row.ts';
import type { Doc } from '../content/views/docs/doc.ts';
import { toHomeData } from '../content/views/home/home-data.ts';
import { emptySearch } from '../content/views/search/search-data.ts';
import { listSeries } from '../content/views/stats/stats-series.ts';

export interface SitePage {
  readonly path: string;
  /** Creates the data of the page on demand, because the rows of all lists need much memory. */
  page(): PageWithMarkdown;
  /** Returns the input of the page, if it is shorter than the page. */
  input?(): unknown;
}

/** Most facets in the list. Pages of sites link to other facets. */
const MAX_TAGS = 1_000;

/** Input of a tool page that a visitor opens without a domain. */
const NOTHING_ASKED = { asked: '', result: null, problem: null };

export function fixedPages(docs: readonly Doc[]): SitePage[] {
  return [
    { path: paths.add, page: () => ({ kind: 'add', ...NOTHING_ASKED }) },
    { path: paths.badges, page: () => ({ kind: 'badges', ...NOTHING_ASKED }) },
    { path: paths.resolve, page: () => ({ kind: 'resolve', ...NOTHING_ASKED }) },
    { path: paths.owner, page: () => ({ kind: 'owner' }) },
    { path: paths.rules, page: () => ({ kind: 'rules' }) },
    ...RULES.map(({ id }): SitePage => ({ path: paths.rule(id), page: () => ({ kind: 'rule', id }) })),
    { path: paths.docs, page: () => ({ kind: 'docs', docs }) },
    { path: paths.errors, page: () => ({ kind: 'errors' }) },
    ...ERROR_CODES.map((code): SitePage => ({ path: paths.error(code), page: () => ({ kind: 'error', code }) })),
  ];
}

/** Hash of a row's list data, cached because a row is in about ten lists. */
export type HashRow = (row: Row) => string;

export function directoryPages(directory: Directory, lists: OrderedLists, docs: readonly Doc[]): SitePage[] {
  const { stats, survey, countries, rows, snapshot } = directory;
  const { facets } = lists('authority');
  const home = toHomeData(directory, lists);
  const example = rows[0]?.domain ?? null;
  const tags = facets
    .flatMap(({ facet, rows: { length } }) => (facet.by === 'tag' ? [{ tag: facet.value, listed: length }] : []))
    .toSorted((a, b) => b.listed - a.listed || (a.tag < b.tag ? -1 : 1))
    .slice(0, MAX_TAGS);
  return [
    { path: paths.home, page: () => ({ kind: 'home', ...home }) },
    { path: paths.check, page: () => ({ kind: 'check', ...NOTHING_ASKED, example }) },
    { path: paths.generate, page: () => ({ kind: 'generate', ...NOTHING_ASKED, example }) },
    { path: paths.search, page: () => ({ kind: 'search', ...emptySearch(home.examples) }) },
    {
      path: paths.topics,
      page: () => ({ kind: 'topics', counts: facets.map(toCount).filter(({ facet }) => facet.by === 'topic') }),
    },
    { path: paths.tags, page: () => ({ kind: 'tags', tags }) },
    { path: paths.map, page: () => ({ kind: 'map', countries }) },
    { path: paths.stats, page: () => ({ kind: 'stats', stats, survey }) },
    {
      path: paths.data,
      page: () => ({
        kind: 'data',
        snapshot,
        series: listSeries(survey, countries).map(({ id, title }) => ({ id, title })),
      }),
    },
    ...docs.map((doc): SitePage => ({ path: paths.doc(doc.name), page: () => ({ kind: 'doc', doc, docs, example }) })),
  ];
}

/** Lists pages of the list of all sites in these orders. */
export function listPages(lists: OrderedLists, sorts: readonly ListSort[], hashRow: HashRow): SitePage[] {
  const { rows } = lists('authority');
  return sorts.flatMap((sort) => browsePages(lists(sort).rows, null, sort, () => countFacets(rows), hashRow));
}

/** Lists pages of facet lists in these orders, at most `pagesOf` of each list. */
export function facetPages(
  lists: OrderedLists,
  sorts: readonly ListSort[],
  countPages: (part: FacetRows) => number,
  hashRow: HashRow,
): SitePage[] {
  const counted = new Map<string, readonly FacetCount[]>();
  const listChoices = ({ facet, rows }: FacetRows): readonly FacetCount[] => {
    if (facet.by === 'tag' || rows.length > MAX_COUNTED) return [];
    const path = facetPath(facet, 1);
    const counts = counted.get(path) ?? countFacets(rows);
    counted.set(path, counts);
    return counts;
  };
  return sorts.flatMap((sort) =>
    lists(sort).facets.flatMap((part) =>
      browsePages(part.rows, part.facet, sort, () => listChoices(part), hashRow).slice(0, countPages(part)),
    ),
  );
}

/** Most pages of a list in another order or of a facet. Visitors filter instead of reading further. */
const MAX_SORTED_PAGES = 1;
const MAX_FACET_PAGES = 3;

/** Returns the number of pages with a path of a list. */
export function computeMaxPages(facet: Facet | null, sort: ListSort): number {
  if (sort !== 'authority') return MAX_SORTED_PAGES;
  return facet === null ? Number.POSITIVE_INFINITY : MAX_FACET_PAGES;
}

/** `rows` are in the order of `sort`. The first page shows the counts of `countChoices`. */
function browsePages(
  rows: readonly Row[],
  facet: Facet | null,
  sort: ListSort,
  countChoices: () => readonly FacetCount[],
  hashRow: HashRow,
): SitePage[] {
  return cutPages(rows, computeMaxPages(facet, sort)).map((list) => {
    const path = facet ? facetPath(facet, list.page, sort) : paths.browse(list.page, sort);
    const choices = list.page === 1 ? countChoices : () => [];
    const page = (): PageWithMarkdown => {
      const rows = list.rows.map((row) => rowInOrder(row, sort));
      return { kind: 'browse', list: { ...list, rows }, facet, sort, asked: null, choices: choices() };
    };
    const input = () => {
      const rows = list.rows.map((row) => [hashRow(row), sortedBy(row, sort)]);
      return { list: { ...list, rows }, facet, sort, choices: choices() };
    };
    return { path, page, input };
  });
}

/** Keeps only the sort value of a row. */
export function rowInOrder(row: Row, sort: ListSort): Row {
  return { ...plainRow(row), ...sortedBy(row, sort) };
}

/** Returns the data that a list in this order adds to the common data. */
function sortedBy({ quality, changed_at }: Row, sort: ListSort): Partial<Row> {
  if (sort === 'quality') return { quality };
  return sort === 'changed' ? { changed_at } : {};
}

function toCount({ facet, rows: { length } }: FacetRows): FacetCount {
  return { facet, listed: length };
}
