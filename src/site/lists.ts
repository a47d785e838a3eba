import type { Stats } from '../directory/record.ts';
import type { CountryCount, Survey } from '../directory/survey.ts';
import type { Row } from './row.ts';

/** The directory as lists show it: every featured and listed domain, in list order. */
export interface Directory {
  readonly stats: Stats;
  readonly rows: readonly Row[];
  /** Every verified domain that is not rejected, in list order, whether lists show it or not. */
  readonly verified: readonly VerifiedSite[];
  readonly countries: readonly CountryCount[];
  readonly survey: Survey;
}

export interface VerifiedSite {
  readonly row: Row;
  /** Since when its llms.txt could not be read or used; null while it can, and before the first visit. */
  readonly failingSince: string | null;
}

export interface ListPage {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly rows: readonly Row[];
}

const ROWS_PER_PAGE = 100;
/** Entries of the feed: more than a day of new sites, few enough for any reader. */
const FEED_ROWS = 50;

function listPageCount(total: number): number {
  return Math.max(1, Math.ceil(total / ROWS_PER_PAGE));
}

/** Every page of a list that is whole in memory; pages count from 1. */
export function cutPages(rows: readonly Row[]): ListPage[] {
  const pages = listPageCount(rows.length);
  return Array.from({ length: pages }, (_, at) => ({
    page: at + 1,
    pages,
    total: rows.length,
    rows: rows.slice(at * ROWS_PER_PAGE, (at + 1) * ROWS_PER_PAGE),
  }));
}

/** Newest first; of the same instant, by name. */
export function newestRows(rows: readonly Row[], count = FEED_ROWS): Row[] {
  return rows
    .toSorted((a, b) =>
      a.first_seen === b.first_seen ? (a.domain < b.domain ? -1 : 1) : a.first_seen < b.first_seen ? 1 : -1,
    )
    .slice(0, count);
}
