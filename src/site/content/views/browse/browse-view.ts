import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { NO_FILTER } from '../../../../directory/list-filter.ts';
import { LIST_SORTS, type ListSort } from '../../../../directory/list-sort.ts';
import { TOPICS } from '../../../../directory/topics.ts';
import { paths } from '../../../../directory/urls.ts';
import {
  type Facet,
  type FacetCount,
  facetFeedPath,
  facetName,
  facetPath,
  facetTitle,
  isSortable,
  toFilter,
} from '../../facets.ts';
import { formatDate } from '../../format/dates.ts';
import { escapeMarkdown, linkPage, renderPage } from '../../format/markdown.ts';
import { MAX_FILTERED_PAGE } from '../../list-request.ts';
import { type ListPage, ROWS_PER_PAGE } from '../../lists.ts';
import type { Row } from '../../row.ts';
import { renderSitesMarkdown, siteView, THEIR_WORDS } from '../sites/site-view.ts';
import { NO_SITES, PAST_THE_END, pager } from './pager.ts';
import { type Chosen, chosenQuery, toFacets, toListPath, toRail } from './rail.ts';

export interface BrowseData {
  readonly list: ListPage;
  readonly facet: Facet | null;
  readonly sort: ListSort;
  /** Requested filter, or null on a built page. */
  readonly asked: Chosen | null;
  /** Filters to choose. Empty after the first page, and if there are too many sites to count. */
  readonly choices: readonly FacetCount[];
}

const SORT_NAMES: Readonly<Record<ListSort, string>> = {
  authority: 'Authority',
  newest: 'Newest',
  changed: 'Recently changed',
  quality: 'Quality',
};

const ORDERS: Readonly<Record<ListSort, string>> = {
  authority: 'verified first, then by authority.',
  newest: 'newest first.',
  changed: 'last changed file first.',
  quality: 'best quality first.',
};

export function browseView({ list, facet, sort, asked, choices }: BrowseData) {
  const { page, pages, total, rows } = list;
  const toPath = (number: number, order = sort) => {
    if (asked) return `${paths.browse(1)}?${chosenQuery(asked, order, number)}`;
    return facet ? facetPath(facet, number, order) : paths.browse(number, order);
  };
  const heading = formatHeading({ facet, asked });
  const chosen = asked ?? chosenBy(facet);
  const title = sort === 'authority' ? heading : `${heading}: ${SORT_NAMES[sort].toLowerCase()}`;
  return {
    title: page === 1 ? title : `${title}, page ${page}`,
    description: `${facet ? heading : 'All listed websites'} that publish an llms.txt, each with its subject, quality and authority.`,
    path: asked ? paths.browse(1) : toPath(page),
    isIndexed: asked === null,
    heading,
    about: facet?.by === 'topic' ? (TOPICS.find(({ id }) => id === facet.value)?.description ?? null) : null,
    ways: waysToBrowse({ facet, asked }),
    sorts:
      isSortable(facet) && total > 1
        ? LIST_SORTS.map((order) => ({
            name: SORT_NAMES[order],
            path: toPath(1, order),
            isCurrent: order === sort,
          }))
        : [],
    rail: chosen && page === 1 ? toRail({ counts: choices, total }, chosen, (next) => toListPath(next, sort)) : [],
    lede:
      total <= 1 ? formatQuantity(total, 'listed site') : `${formatQuantity(total, 'listed site')}: ${ORDERS[sort]}`,
    sites: rows.map((row) => withSortedFact(row, sort)),
    empty: emptyText(total, asked),
    /** URL of the form for a site. Null if the directory has sites. */
    addPath: total === 0 && facet === null && asked === null ? paths.add : null,
    pager: pager(page, pages, toPath),
    more: asked === null && page === pages ? formatMore(list, facet, sort) : null,
    feed: facet && facetFeedPath(facet),
  };
}

function emptyText(total: number, asked: BrowseData['asked']): string {
  if (total > 0) return PAST_THE_END;
  return asked && toFacets(asked).length > 0 ? 'No listed site has all of this. Leave something out.' : NO_SITES;
}

function formatHeading({ facet, asked }: Pick<BrowseData, 'facet' | 'asked'>): string {
  if (asked) return toFacets(asked).map(facetName).join(', ') || 'Browse';
  return facet ? facetTitle(facet) : 'Browse';
}

/** Adds the sort value to a site, if the list does not show it otherwise. */
function withSortedFact(row: Row, sort: ListSort) {
  const view = siteView(row);
  const fact = sortedFact(row, sort);
  return fact === null ? view : { ...view, facts: [{ text: fact, path: null }, ...view.facts] };
}

function sortedFact({ first_seen, changed_at, quality }: Row, sort: ListSort): string | null {
  if (sort === 'newest') return `added ${formatDate(first_seen)}`;
  if (sort === 'changed') return changed_at && `changed ${formatDate(changed_at)}`;
  return sort === 'quality' && quality !== null ? `quality ${quality}` : null;
}

/** Returns the URL of the pages after the built pages of a list, or null at the end. */
function formatMore({ pages, total }: BrowseData['list'], facet: Facet | null, sort: ListSort): string | null {
  if (total <= pages * ROWS_PER_PAGE || pages >= MAX_FILTERED_PAGE) return null;
  const chosen = chosenBy(facet);
  return chosen ? `${paths.browse(1)}?${chosenQuery(chosen, sort, pages + 1)}` : paths.browse(1);
}

function chosenBy(facet: Facet | null): Chosen | null {
  const filter = facet ? toFilter(facet) : NO_FILTER;
  return filter && { filter, verified: false };
}

function waysToBrowse({ facet, asked }: Pick<BrowseData, 'facet' | 'asked'>) {
  return [
    { name: 'All', path: paths.browse(1), isCurrent: facet === null && asked === null },
    { name: 'By topic', path: paths.topics, isCurrent: facet?.by === 'topic' },
    { name: 'By country', path: paths.map, isCurrent: facet?.by === 'country' },
    { name: 'By tag', path: paths.tags, isCurrent: facet?.by === 'tag' },
  ];
}

export function renderBrowseMarkdown(view: ReturnType<typeof browseView>, baseUrl: string): string {
  const { title, lede, sites, empty, pager: pages, more } = view;
  const next = pages?.next
    ? linkPage(`Page ${pages.page + 1} of ${pages.pages}`, pages.next, baseUrl)
    : more && `[More sites](${baseUrl}${more})`;
  const list = sites.length > 0 ? renderSitesMarkdown(sites, baseUrl) : empty;
  return renderPage(escapeMarkdown(title), lede, THEIR_WORDS, list, next);
}
