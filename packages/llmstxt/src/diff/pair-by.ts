import { groupBy } from '../group-by.ts';

/** Pairs of equal items before and after, indexed both ways. */
export type Pairs<Thing> = Map<Thing, Thing>;

export function addPair<Thing>(pairs: Pairs<Thing>, was: Thing, is: Thing): void {
  if (!pairs.has(was) && !pairs.has(is)) pairs.set(was, is).set(is, was);
}

/** Pairs unpaired items with equal keys, in order. */
export function pairBy<Thing>(
  pairs: Pairs<Thing>,
  before: readonly Thing[],
  after: readonly Thing[],
  toKey: (thing: Thing) => string,
): void {
  const unpaired = after.filter((is) => !pairs.has(is)).reverse();
  const waiting = groupBy(unpaired, toKey);
  for (const was of before) {
    const is = pairs.has(was) ? undefined : waiting.get(toKey(was))?.pop();
    if (is) addPair(pairs, was, is);
  }
}
