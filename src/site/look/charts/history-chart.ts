import type { ScorePoint } from '../../../directory/visit.ts';
import { formatDate } from '../../content/format/dates.ts';
import { round } from './round.ts';

const WIDTH = 640;
const HEIGHT = 150;
const TOP = 8;
const BASE = 122;
const LEFT = 30;
const RIGHT = 634;
const ROWS = [0, 50, 100];

/**
 * Returns the SVG geometry of the score history as steps, with the changes of the formula version. Returns null for fewer than
 * two scores. `until` is the time of the latest visit.
 */
export function historyChart(history: readonly ScorePoint[], until: string | null) {
  const points = history.flatMap(({ at, authority, score_version }) =>
    authority === null ? [] : [{ at: Date.parse(at), authority, version: score_version }],
  );
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const end = Math.max(last.at, until === null ? 0 : Date.parse(until));
  const span = end - first.at || 1;
  const x = (at: number) => round(LEFT + ((at - first.at) / span) * (RIGHT - LEFT));
  const y = (score: number) => round(BASE - (score / 100) * (BASE - TOP));
  const steps = points.slice(1).map(({ at, authority }) => `H${x(at)}V${y(authority)}`);
  const line = `M${LEFT} ${y(first.authority)}${steps.join('')}H${RIGHT}`;
  const versions = points.flatMap(({ at, version }, index) => {
    const before = points[index - 1]?.version ?? null;
    return version === null || before === null || before === version ? [] : [{ x: x(at), label: `version ${version}` }];
  });
  const scores = points.map(({ authority }) => authority);
  return {
    width: WIDTH,
    height: HEIGHT,
    line,
    area: `${line}V${BASE}H${LEFT}Z`,
    last: { x: RIGHT, y: y(last.authority) },
    versions,
    rows: ROWS.map((score) => ({ y: y(score), label: String(score) })),
    from: formatDate(new Date(first.at).toISOString()),
    to: formatDate(new Date(end).toISOString()),
    description: `Authority went from ${first.authority} to ${last.authority}; lowest ${Math.min(...scores)}, highest ${Math.max(...scores)}.`,
  };
}
export type HistoryChart = NonNullable<ReturnType<typeof historyChart>>;
