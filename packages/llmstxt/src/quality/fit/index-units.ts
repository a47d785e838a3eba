/** Returns the positions of the things that have each unit. */
export function indexUnits<Thing>(
  things: readonly Thing[],
  unitsOf: (thing: Thing) => Iterable<string>,
): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [at, thing] of things.entries()) {
    for (const unit of unitsOf(thing)) {
      const known = index.get(unit);
      if (known) known.push(at);
      else index.set(unit, [at]);
    }
  }
  return index;
}

/** Returns the units that the check accepts by the number of things with the unit. */
export function chooseUnits(
  index: ReadonlyMap<string, readonly number[]>,
  accepts: (unit: string, count: number) => boolean,
): ReadonlySet<string> {
  const units = new Set<string>();
  for (const [unit, { length }] of index) if (accepts(unit, length)) units.add(unit);
  return units;
}
