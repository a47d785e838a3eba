import type { DomainDetail } from '../../../directory/detail.ts';
import { historyChart } from '../../charts/history-chart.ts';
import { formatDate } from '../../format/dates.ts';

/** The scores of a domain over time. */
export function historyView({ history, facts }: DomainDetail) {
  const scored = history.filter(({ authority }) => authority !== null).toReversed();
  const [latest] = scored;
  return {
    chart: historyChart(history, facts.last_checked),
    empty: latest
      ? `One score so far: ${latest.authority} on ${formatDate(latest.at)}. A line appears when it changes.`
      : 'No score has been recorded yet.',
    rows: scored.map(({ at, status, authority, reach, trust, quality, freshness }) => ({
      date: formatDate(at),
      status,
      scores: [authority, reach, trust, quality, freshness].map((score) => String(score ?? '–')),
    })),
  };
}
export type HistoryView = ReturnType<typeof historyView>;
