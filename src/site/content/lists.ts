import type { Preview } from '#llmstxt';
import type { Stats } from '../../directory/record.ts';
import type { Manifest } from '../../directory/snapshot-format.ts';
import type { CountryCount, Survey } from '../../directory/survey.ts';
import type { Row } from './row.ts';

/** Featured and listed domains, in list order. */
export interface Directory {
  readonly stats: Stats;
  readonly rows: readonly Row[];
  /** Verified domains that are not rejected, in list order. */
  readonly verified: readonly VerifiedSite[];
  readonly countries: readonly CountryCount[];
  readonly survey: Survey;
  /** Site of the example file on the home page; null without a fitting file. */
  readonly showcase: Showcase | null;
  readonly snapshot: Manifest | null;
}

/** Parts of a file for the home page: its text, its size, and one section. Texts of the site are not cleaned. */
export interface Showcase {
  readonly domain: string;
  readonly name: string;
  readonly summary: string;
  readonly sections: number;
  readonly links: number;
  readonly section: Preview['sections'][number];
}

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
  /** Time since which the site's llms.txt is unreadable or invalid. Null if the file is usable or was not visited. */
  readonly failingSince: string | null;
}

export interface ListPage {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly rows: readonly Row[];
}

/** Number of sites per page. A change of one site rewrites the page. */
export const ROWS_PER_PAGE = 50;

/** Splits a list into pages, up to `maxPages`. Pages count from 1. */
export function cutPages(rows: readonly Row[], maxPages = Number.POSITIVE_INFINITY): ListPage[] {
  const pages = Math.min(Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE)), maxPages);
  return Array.from({ length: pages }, (_, at) => ({
    page: at + 1,
    pages,
    total: rows.length,
    rows: rows.slice(at * ROWS_PER_PAGE, (at + 1) * ROWS_PER_PAGE),
  }));
}

/** Sorts rows by a value. Unknown values come last, and equal values are sorted by name. */
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
