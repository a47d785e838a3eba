/** Pairs of the same thing before and after. */
export interface Pairs<Thing> {
  readonly after: Map<Thing, Thing>;
  readonly found: Set<Thing>;
}

/** Makes a pair of two that have none yet. */
export function addPair<Thing>({ after, found }: Pairs<Thing>, was: Thing, is: Thing): void {
  if (after.has(was) || found.has(is)) return;
  after.set(was, is);
  found.add(is);
}

/** Pairs what has no pair yet and is of one key, in order; what has no key gets no pair. */
export function pairBy<Thing>(
  pairs: Pairs<Thing>,
  before: readonly Thing[],
  after: readonly Thing[],
  keyOf: (thing: Thing) => string | undefined,
): void {
  const waiting = new Map<string | undefined, Thing[]>();
  for (const is of [...after].reverse()) {
    if (pairs.found.has(is)) continue;
    const same = waiting.get(keyOf(is));
    if (same) same.push(is);
    else waiting.set(keyOf(is), [is]);
  }
  for (const was of before) {
    const key = keyOf(was);
    const is = key === undefined || pairs.after.has(was) ? undefined : waiting.get(key)?.pop();
    if (is) addPair(pairs, was, is);
  }
}
