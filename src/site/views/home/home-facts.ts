import type { Stats } from '../../../directory/record.ts';
import type { Directory } from '../../lists.ts';
import { plainRow, type Row } from '../../row.ts';
import { exampleQueries } from '../search/example-queries.ts';

/** What the home page shows of the directory. */
export interface HomeFacts {
  readonly stats: Stats;
  readonly best: readonly Row[];
  readonly newest: readonly Row[];
  /** Queries to try. */
  readonly examples: readonly string[];
  /** Sites whose authority has grown most, and from what. */
  readonly risen: readonly { readonly row: Row; readonly from: number }[];
}

const MAX_SITES = 6;

/** `newest`: the rows of the directory, the newest first. */
export function homeFacts({ stats, rows, survey }: Directory, newest: readonly Row[]): HomeFacts {
  return {
    stats,
    best: rows
      .toSorted((a, b) => (b.authority ?? 0) - (a.authority ?? 0) || (a.domain < b.domain ? -1 : 1))
      .slice(0, MAX_SITES)
      .map(plainRow),
    newest: newest.slice(0, MAX_SITES).map(plainRow),
    examples: exampleQueries(rows),
    risen: survey.climbers.flatMap(({ domain, from }) => {
      const row = rows.find((listed) => listed.domain === domain);
      return row ? [{ row: plainRow(row), from }] : [];
    }),
  };
}
