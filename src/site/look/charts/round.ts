/** Rounds a coordinate to a tenth, because a picture needs no more. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
