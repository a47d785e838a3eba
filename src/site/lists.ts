import type { Preview } from '#llmstxt';
import type { Stats } from '../directory/record.ts';
import type { Manifest } from '../directory/snapshot-format.ts';
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
  /** A site whose file the home page explains; null if no listed site has a fitting file. */
  readonly showcase: Showcase | null;
  /** The newest snapshot that is published with the site; null before the first, and where no site is built. */
  readonly snapshot: Manifest | null;
}

/** A file in three parts: what it says, its size, and one section. Words of the site are not cleaned. */
export interface Showcase {
  readonly domain: string;
  readonly name: string;
  readonly summary: string;
  readonly sections: number;
  readonly links: number;
  readonly section: Preview['sections'][number];
}

/** A directory that holds nothing. */
export const EMPTY_DIRECTORY: Directory = {
  stats: {
    domains_tracked: 0,
    valid_llms_txt: 0,
    listed: 0,
    verified: 0,
    with_llms_full_txt: 0,
    pending: 0,
    last_checked: null,
  },
  rows: [],
  verified: [],
  countries: [],
  survey: {
    statuses: { pending: 0, valid: 0, invalid: 0, unreachable: 0 },
    tiers: { featured: 0, listed: 0, unlisted: 0, rejected: 0, waiting: 0 },
    days: [],
    files: 0,
    bytes: [],
    links: [],
    rules: [],
    broken: [],
    recovered: [],
    climbers: [],
  },
  showcase: null,
  snapshot: null,
};

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

/** A page is written again when one of its sites changes: twice as many would double what a change of a few sites writes. */
export const ROWS_PER_PAGE = 50;

function listPageCount(total: number): number {
  return Math.max(1, Math.ceil(total / ROWS_PER_PAGE));
}

/** Every page of a list that is whole in memory, or the first `maxPages` of them; pages count from 1. */
export function cutPages(rows: readonly Row[], maxPages = Number.POSITIVE_INFINITY): ListPage[] {
  const pages = Math.min(listPageCount(rows.length), maxPages);
  return Array.from({ length: pages }, (_, at) => ({
    page: at + 1,
    pages,
    total: rows.length,
    rows: rows.slice(at * ROWS_PER_PAGE, (at + 1) * ROWS_PER_PAGE),
  }));
}

/** Rows in another order than that of lists: what is not known comes last, and of the same value the first by name. */
export function sortRows(rows: readonly Row[], sort: keyof typeof SORTED_BY): readonly Row[] {
  const sortedBy = SORTED_BY[sort];
  return rows.toSorted((a, b) => {
    const first = sortedBy(a);
    const second = sortedBy(b);
    return first === second ? (a.domain < b.domain ? -1 : 1) : first < second ? 1 : -1;
  });
}

const SORTED_BY = {
  newest: ({ first_seen }: Row) => first_seen,
  verified: ({ verified_at }: Row) => verified_at ?? '',
  changed: ({ changed_at }: Row) => changed_at ?? '',
  quality: ({ quality }: Row) => quality ?? -1,
} as const;
