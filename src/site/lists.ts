import type { Directory, ListPage, Page } from './page.ts';
import type { Row } from './row.ts';

export const ROWS_PER_PAGE = 100;
const HOME_ROWS = 6;
/** Entries of the feed: more than a day of new sites, few enough for any reader. */
const FEED_ROWS = 50;

export function listPageCount(total: number): number {
  return Math.max(1, Math.ceil(total / ROWS_PER_PAGE));
}

/** One page of a list that is whole in memory; pages count from 1. */
export function cutPage(rows: readonly Row[], page: number): ListPage {
  return {
    page,
    pages: listPageCount(rows.length),
    total: rows.length,
    rows: rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE),
  };
}

/** Newest first; of the same instant, by name. */
export function newestRows(rows: readonly Row[], count = FEED_ROWS): Row[] {
  return rows
    .toSorted((a, b) =>
      a.first_seen === b.first_seen ? (a.domain < b.domain ? -1 : 1) : a.first_seen < b.first_seen ? 1 : -1,
    )
    .slice(0, count);
}

/** What the home page shows of the directory. */
export function homePage({ stats, rows, survey }: Directory): Extract<Page, { kind: 'home' }> {
  return {
    kind: 'home',
    stats,
    newest: newestRows(rows, HOME_ROWS),
    best: rows
      .toSorted((a, b) => (b.authority ?? 0) - (a.authority ?? 0) || (a.domain < b.domain ? -1 : 1))
      .slice(0, HOME_ROWS),
    climbers: survey.climbers.flatMap(({ domain, from }) => {
      const row = rows.find((listed) => listed.domain === domain);
      return row ? [{ row, from }] : [];
    }),
  };
}
