/** Returns 0 for 0 and nearly 1 from three times `scale`. Each further unit adds less. */
export function saturating(value: number, scale: number): number {
  return 1 - Math.exp(-value / scale);
}

/** Returns 0 up to `from`, 1 from `to`, and the same step for each doubling between them. Both are above zero. */
export function rising(value: number, from: number, to: number): number {
  if (value <= from) return 0;
  return Math.min(1, Math.log(value / from) / Math.log(to / from));
}

/** Returns 1 up to `from` and 0 from `to`. */
export function falling(value: number, from: number, to: number): number {
  return 1 - rising(value, from, to);
}

/** Returns 0 up to `from`, 1 from `to`, and a linear value between them. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
