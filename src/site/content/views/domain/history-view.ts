import type { ScorePoint } from '../../../../directory/visit.ts';
import { historyChart } from '../../../look/charts/history-chart.ts';
import { formatDate } from '../../format/dates.ts';

/** Creates the view of scores over time, oldest first. `lastChecked` is the time of the latest visit. */
export function historyView(history: readonly ScorePoint[], lastChecked: string | null) {
  const scored = history.filter(({ authority }) => authority !== null).toReversed();
  const [latest] = scored;
  return {
    chart: historyChart(history, lastChecked),
    empty: latest
      ? `One score so far: ${latest.authority} on ${formatDate(latest.at)}. A chart appears after the first change.`
      : 'No score has been recorded yet.',
    changes: versionChanges(history),
    rows: scored.map(({ at, status, authority, score_version, reach, trust, quality, freshness }) => ({
      date: formatDate(at),
      status,
      version: score_version === null ? '–' : String(score_version),
      scores: [authority, reach, trust, quality, freshness].map((score) => String(score ?? '–')),
    })),
  };
}
export type HistoryView = ReturnType<typeof historyView>;

/** Returns sentences about changes of the formula, which change scores although the site did not change. */
function versionChanges(history: readonly ScorePoint[]): string[] {
  const scored = history.filter(({ authority }) => authority !== null);
  return scored.flatMap(({ at, score_version }, index) => {
    const before = scored[index - 1]?.score_version ?? null;
    if (score_version === null || before === null || before === score_version) return [];
    return [
      `Scores since ${formatDate(at)} use version ${score_version} of the formula, earlier scores use version ${before}. A step on that day is not a change of the site.`,
    ];
  });
}
