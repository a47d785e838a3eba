/** Returns the positions of the things that have each unit. */
export function indexUnits<Thing>(
  things: readonly Thing[],
  listUnits: (thing: Thing) => Iterable<string>,
): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [at, thing] of things.entries()) {
    for (const unit of listUnits(thing)) {
      const places = index.get(unit);
      if (places) places.push(at);
      else index.set(unit, [at]);
    }
  }
  return index;
}

/** Returns the number of things that have each unit. */
export function countUnits<Thing>(
  things: readonly Thing[],
  listUnits: (thing: Thing) => Iterable<string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) for (const unit of listUnits(thing)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return counts;
}

/** Returns the units that the check accepts by the number of things with the unit. */
export function chooseUnits(
  counts: ReadonlyMap<string, number>,
  accepts: (unit: string, count: number) => boolean,
): ReadonlySet<string> {
  const units = new Set<string>();
  for (const [unit, count] of counts) if (accepts(unit, count)) units.add(unit);
  return units;
}

/**
 * Sets the `likeness` of each thing to the square root of the sum of the weights of its `units`. A unit of fewer things has more
 * weight, and each further unit adds less than the first. Returns the positions of things with some likeness.
 */
export function measureLikeness(
  units: Iterable<string>,
  index: ReadonlyMap<string, readonly number[]>,
  likeness: Float64Array,
): readonly number[] {
  const alike: number[] = [];
  likeness.fill(0);
  for (const unit of units) {
    const things = index.get(unit) ?? [];
    const weight = Math.log(likeness.length / things.length);
    for (const thing of things) {
      if (likeness[thing] === 0 && weight > 0) alike.push(thing);
      likeness[thing] = (likeness[thing] ?? 0) + weight;
    }
  }
  for (const thing of alike) likeness[thing] = Math.sqrt(likeness[thing] ?? 0);
  return alike;
}
