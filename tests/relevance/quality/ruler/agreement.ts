/** Pair of graded items. The better item is first. */
export interface Pair {
  readonly better: number;
  readonly worse: number;
  readonly apart: number;
}

/** Returns all pairs whose grades differ by at least one. */
export function listPairs(grades: readonly number[]): readonly Pair[] {
  return grades.flatMap((grade, better) =>
    grades.flatMap((other, worse) => (grade - other >= 1 ? [{ better, worse, apart: grade - other }] : [])),
  );
}

/**
 * Returns the share of pairs at least `apart` grades apart that the scores order correctly. Equal scores count half.
 */
export function shareInOrder(scores: readonly number[], pairs: readonly Pair[], apart: number): number {
  let right = 0;
  let all = 0;
  for (const pair of pairs) {
    if (pair.apart < apart) continue;
    const difference = (scores[pair.better] ?? 0) - (scores[pair.worse] ?? 0);
    right += difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
    all++;
  }
  return right / all;
}

/** Computes Spearman's rank correlation. Equal values share their mean rank. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [left, right] = [listRanks(a), listRanks(b)];
  const mean = (a.length - 1) / 2;
  let shared = 0;
  let ofLeft = 0;
  let ofRight = 0;
  for (const [index, rank] of left.entries()) {
    const [x, y] = [rank - mean, (right[index] ?? 0) - mean];
    shared += x * y;
    ofLeft += x * x;
    ofRight += y * y;
  }
  return shared / Math.sqrt(ofLeft * ofRight);
}

function listRanks(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]?.value === order[from]?.value) to++;
    for (const { index } of order.slice(from, to + 1)) ranks[index] = (from + to) / 2;
    from = to + 1;
  }
  return ranks;
}

export interface Agreement {
  /** Share of correctly ordered pairs that are at least one grade apart. */
  readonly byOne: number;
  readonly byTwo: number;
  readonly correlation: number;
}

export function computeAgreement(scores: readonly number[], grades: readonly number[]): Agreement {
  const pairs = listPairs(grades);
  return {
    byOne: shareInOrder(scores, pairs, 1),
    byTwo: shareInOrder(scores, pairs, 2),
    correlation: rankCorrelation(scores, grades),
  };
}
