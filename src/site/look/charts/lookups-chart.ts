import { formatQuantity } from '../../../directory/format-numbers.ts';
import { formatDate } from '../../content/format/dates.ts';
import { round } from './round.ts';

const WIDTH = 640;
const HEIGHT = 150;
const TOP = 22;
const BASE = 122;
const LEFT = 0;
const RIGHT = 634;
const BAR_SHARE = 0.7;
const MAX_BAR_WIDTH = 24;

type Daily = readonly { readonly date: string; readonly count: number }[];

/** Returns the SVG geometry of lookups per day, oldest first. Returns null if at most one day has lookups. */
export function lookupsChart(daily: Daily) {
  const most = Math.max(0, ...daily.map(({ count }) => count));
  const [first, last] = [daily[0], daily.at(-1)];
  if (daysWith(daily).length < 2 || !first || !last) return null;
  const width = Math.min(MAX_BAR_WIDTH, ((RIGHT - LEFT) / daily.length) * BAR_SHARE);
  // Align the first bar with the first date, and the last bar with the last date.
  const step = (RIGHT - LEFT - width) / (daily.length - 1);
  const total = daily.reduce((sum, { count }) => sum + count, 0);
  return {
    width: WIDTH,
    height: HEIGHT,
    bars: daily.map(({ count }, at) => {
      const height = round((count / most) * (BASE - TOP));
      return { x: round(LEFT + at * step), y: round(BASE - height), width: round(width), height };
    }),
    top: String(most),
    from: formatDate(first.date),
    to: formatDate(last.date),
    description: `${formatQuantity(total, 'lookup')} in ${formatQuantity(daily.length, 'day')}; at most ${most} a day.`,
  };
}
export type LookupsChart = NonNullable<ReturnType<typeof lookupsChart>>;

/** Describes lookups if there is no chart. */
export function lookupsSentence(daily: Daily): string {
  const [day] = daysWith(daily);
  const sentence = day
    ? `${formatQuantity(day.count, 'lookup')} in the last 30 days, only on ${formatDate(day.date)}.`
    : 'No lookups in the last 30 days.';
  return `${sentence} A chart appears after lookups on two days.`;
}

const daysWith = (daily: Daily) => daily.filter(({ count }) => count > 0);
