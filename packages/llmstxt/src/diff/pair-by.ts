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
  const waiting = new Map<string, Thing[]>();
  for (const is of [...after].reverse()) {
    if (pairs.has(is)) continue;
    const key = keyOf(is);
    const same = waiting.get(key);
    if (same) same.push(is);
    else waiting.set(key, [is]);
  }
  for (const was of before) {
    const is = pairs.has(was) ? undefined : waiting.get(keyOf(was))?.pop();
    if (is) addPair(pairs, was, is);
  }
}
