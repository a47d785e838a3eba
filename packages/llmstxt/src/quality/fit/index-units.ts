/** Counts the items that contain each unit. */
export function indexUnits<Item>(
  items: readonly Item[],
  unitsOf: (item: Item) => ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) for (const unit of unitsOf(item)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return counts;
}

/** Returns the units that the check accepts. */
export function chooseUnits(
  counts: ReadonlyMap<string, number>,
  accepts: (unit: string, count: number) => boolean,
): ReadonlySet<string> {
  const units = new Set<string>();
  for (const [unit, count] of counts) if (accepts(unit, count)) units.add(unit);
  return units;
}
