import { DAY_MS } from '../../../directory/duration.ts';
import { formatCount } from '../../../directory/format-numbers.ts';
import type { Survey } from '../../../directory/survey.ts';
import { formatDate } from '../../content/format/dates.ts';
import { round } from './round.ts';

const WIDTH = 640;
const HEIGHT = 220;
const TOP = 10;
const BASE = 190;
const LEFT = 52;
const RIGHT = 634;

/** Returns the SVG geometry of the running totals of known and of valid domains per day. Returns null for fewer than two days. */
export function adoptionChart(days: Survey['days']) {
  const sums = runningTotals(days);
  const first = sums[0];
  const last = sums.at(-1);
  if (!first || !last || sums.length < 2) return null;
  const top = roundUp(last.tracked);
  const span = (Date.parse(last.day) - Date.parse(first.day)) / DAY_MS;
  const x = (day: string) => round(LEFT + ((Date.parse(day) - Date.parse(first.day)) / DAY_MS / span) * (RIGHT - LEFT));
  const y = (count: number) => round(BASE - (count / top) * (BASE - TOP));
  const line = (key: 'tracked' | 'valid') =>
    `M${LEFT} ${y(first[key])}${sums
      .slice(1)
      .map((sum) => `L${x(sum.day)} ${y(sum[key])}`)
      .join('')}`;
  return {
    width: WIDTH,
    height: HEIGHT,
    left: LEFT,
    right: RIGHT,
    tracked: line('tracked'),
    valid: line('valid'),
    area: `${line('valid')}V${BASE}H${LEFT}Z`,
    rows: [0, top / 2, top].map((count) => ({ y: y(count), label: formatCount(count) })),
    from: formatDate(first.day),
    to: formatDate(last.day),
    description: `From ${formatDate(first.day)} to ${formatDate(last.day)} the directory grew from ${formatCount(first.tracked)} to ${formatCount(last.tracked)} domains; ${formatCount(last.valid)} of them have a valid llms.txt today.`,
  };
}

export function runningTotals(days: Survey['days']) {
  let tracked = 0;
  let valid = 0;
  return days.map((day) => {
    tracked += day.tracked;
    valid += day.valid;
    return { day: day.day, tracked, valid };
  });
}

/** Returns the next of 2, 4, 10, 20, 40, 100 and so on, half of which is an integer. */
function roundUp(count: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [2, 4, 10]) if (step * power >= count) return step * power;
  }
}
