import type { Grades, JudgedQuery } from './judged-queries.ts';

export interface Relevance {
  /**
   * Normalized discounted cumulative gain of the first ten, with gains 2^grade − 1 (Järvelin and Kekäläinen 2002; Burges et al.
   * 2005).
   */
  readonly ndcg: number;
  /** Share of queries with a grade of 2 or 3 among the first five. */
  readonly success: number;
  /** Mean reciprocal rank of the first result with a grade of 2 or 3. */
  readonly mrr: number;
  /** Most results of a query without a right answer. */
  readonly mostOfNone: number;
}

const NONE = 'none';
const GOOD = 2;

/** Measures judged queries with a right answer by kind, and in total as `all`. */
export function measureRelevance(
  answers: readonly { readonly query: JudgedQuery; readonly found: readonly string[] }[],
  gradesOf: (query: JudgedQuery) => Grades,
): ReadonlyMap<string, Relevance> {
  const kinds = Map.groupBy(answers, ({ query }) => query.kind);
  const summarize = (some: typeof answers): Relevance => {
    const right = some.filter(({ query }) => query.kind !== NONE);
    const mean = (value: (found: readonly string[], grades: Grades) => number) =>
      right.reduce((sum, { query, found }) => sum + value(found, gradesOf(query)), 0) / Math.max(right.length, 1);
    return {
      ndcg: mean(computeNdcg),
      success: mean((found, grades) => (found.slice(0, 5).some((one) => (grades.get(one) ?? 0) >= GOOD) ? 1 : 0)),
      mrr: mean((found, grades) => 1 / (found.findIndex((one) => (grades.get(one) ?? 0) >= GOOD) + 1 || Infinity)),
      mostOfNone: Math.max(0, ...some.filter(({ query }) => query.kind === NONE).map(({ found }) => found.length)),
    };
  };
  return new Map([['all', summarize(answers)], ...[...kinds].map(([kind, some]) => [kind, summarize(some)] as const)]);
}

const COUNTED = 10;

function computeNdcg(found: readonly string[], grades: Grades): number {
  const gain = (all: readonly number[]) =>
    all.slice(0, COUNTED).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
  const best = gain([...grades.values()].toSorted((a, b) => b - a));
  return best === 0 ? 0 : gain(found.map((one) => grades.get(one) ?? 0)) / best;
}
