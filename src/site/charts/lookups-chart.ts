import { formatDate } from '../format/dates.ts';
import { countOf } from '../format/numbers.ts';

export interface LookupsChart {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[];
  readonly top: string;
  readonly from: string;
  readonly to: string;
  /** What the picture shows, in a sentence. */
  readonly description: string;
}

const WIDTH = 640;
const HEIGHT = 150;
const TOP = 22;
const BASE = 122;
const LEFT = 0;
const RIGHT = 634;
/** Of a day's place that its bar fills. */
const BAR_SHARE = 0.7;

/** Lookups by day as geometry for an SVG, oldest first. Null where there were none. */
export function lookupsChart(daily: readonly { readonly date: string; readonly count: number }[]): LookupsChart | null {
  const most = Math.max(0, ...daily.map(({ count }) => count));
  const [first, last] = [daily[0], daily.at(-1)];
  if (most === 0 || !first || !last) return null;
  const step = (RIGHT - LEFT) / daily.length;
  const total = daily.reduce((sum, { count }) => sum + count, 0);
  return {
    width: WIDTH,
    height: HEIGHT,
    bars: daily.map(({ count }, at) => {
      const height = round((count / most) * (BASE - TOP));
      return { x: round(LEFT + at * step), y: round(BASE - height), width: round(step * BAR_SHARE), height };
    }),
    top: String(most),
    from: formatDate(first.date),
    to: formatDate(last.date),
    description: `${countOf(total, 'lookup')} in ${countOf(daily.length, 'day')}; at most ${most} a day.`,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
