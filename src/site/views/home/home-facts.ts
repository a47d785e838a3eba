import type { Stats } from '../../../directory/record.ts';
import { type Directory, newestRows } from '../../lists.ts';
import type { Row } from '../../row.ts';
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

export function homeFacts({ stats, rows, survey }: Directory): HomeFacts {
  return {
    stats,
    best: rows
      .toSorted((a, b) => (b.authority ?? 0) - (a.authority ?? 0) || (a.domain < b.domain ? -1 : 1))
      .slice(0, MAX_SITES),
    newest: newestRows(rows, MAX_SITES),
    examples: exampleQueries(rows),
    risen: survey.climbers.flatMap(({ domain, from }) => {
      const row = rows.find((listed) => listed.domain === domain);
      return row ? [{ row, from }] : [];
    }),
  };
}
