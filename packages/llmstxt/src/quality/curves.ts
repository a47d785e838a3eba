/** 0 at nothing and nearly 1 from three times `scale` on: each further one is worth less than the one before. */
export function saturating(value: number, scale: number): number {
  return 1 - Math.exp(-value / scale);
}

/** 0 up to `from`, 1 from `to` on, and between them the same for each doubling. Both are above zero. */
export function rising(value: number, from: number, to: number): number {
  if (value <= from) return 0;
  return Math.min(1, Math.log(value / from) / Math.log(to / from));
}

/** 1 up to `from`, 0 from `to` on. */
export function falling(value: number, from: number, to: number): number {
  return 1 - rising(value, from, to);
}

/** 0 up to `from`, 1 from `to` on, and between them in a straight line. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
