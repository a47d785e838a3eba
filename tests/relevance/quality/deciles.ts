/** Returns the nine deciles, by linear interpolation. */
export function computeDeciles(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => {
    const at = ((sorted.length - 1) * tenth) / 10;
    const low = sorted[Math.floor(at)] ?? 0;
    return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
  });
}

/** Returns the smallest distance between neighboring deciles. */
export function leastStep(deciles: readonly number[]): number {
  return Math.min(...deciles.slice(1).map((decile, index) => decile - (deciles[index] ?? 0)));
}
