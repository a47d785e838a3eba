import { groupBy } from '../group-by.ts';

/** Pairs of the same thing before and after: each of the two leads to the other. */
export type Pairs<Thing> = Map<Thing, Thing>;

/** Makes a pair of two that have none yet. */
export function addPair<Thing>(pairs: Pairs<Thing>, was: Thing, is: Thing): void {
  if (!pairs.has(was) && !pairs.has(is)) pairs.set(was, is).set(is, was);
}

/** Pairs what has no pair yet and is of one key, in order. */
export function pairBy<Thing>(
  pairs: Pairs<Thing>,
  before: readonly Thing[],
  after: readonly Thing[],
  keyOf: (thing: Thing) => string,
): void {
  const unpaired = after.filter((is) => !pairs.has(is)).reverse();
  const waiting = groupBy(unpaired, keyOf);
  for (const was of before) {
    const is = pairs.has(was) ? undefined : waiting.get(keyOf(was))?.pop();
    if (is) addPair(pairs, was, is);
  }
}
