/** Returns the known name within two typing mistakes, or null. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const [first] = known
    .map((candidate) => ({ candidate, mistakes: countMistakes(name, candidate) }))
    .filter(({ mistakes }) => mistakes <= 2)
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return first?.candidate ?? null;
}

/** Computes the Levenshtein distance by rows. */
function countMistakes(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
