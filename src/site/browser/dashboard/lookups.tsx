import { formatCount } from '../../../directory/format-numbers.ts';
import { formatDate } from '../../content/format/dates.ts';
import { type LookupsChart, lookupsChart, lookupsSentence } from '../../look/charts/lookups-chart.ts';
import { Table } from '../../look/components/Table.tsx';
import type { SiteStats } from './owner-answers.ts';

export function Lookups({ lookups }: Pick<SiteStats, 'lookups'>) {
  const { total, last_24h, last_7d, last_30d, daily } = lookups;
  const chart = lookupsChart(daily);
  const counts = [
    ['Last 24 hours', last_24h],
    ['Last 7 days', last_7d],
    ['Last 30 days', last_30d],
    ['Total', total],
  ] as const;
  return (
    <section class="panel" aria-labelledby="lookups">
      <h2 id="lookups">Lookups</h2>
      <p>How often the entry was read: through the API, on its page, and by agents over MCP.</p>
      {total > 0 && (
        <dl class="tiles">
          {counts.map(([label, count]) => (
            <div>
              <dt>{label}</dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {chart ? (
        <>
          <figure>
            <Picture chart={chart} />
            <figcaption>{chart.description}</figcaption>
          </figure>
          <Days daily={daily} />
        </>
      ) : (
        <p class="empty">{lookupsSentence(daily)}</p>
      )}
    </section>
  );
}

function Picture({ chart: { width, height, bars, top, from, to, description } }: { readonly chart: LookupsChart }) {
  return (
    <svg class="history" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
      <line class="grid" x1="0" x2="634" y1="122" y2="122" />
      <text x="0" y="14">
        {top}
      </text>
      {bars.map((bar) => (
        <rect class="fill" {...bar} />
      ))}
      <text x="0" y="144">
        {from}
      </text>
      <text x="634" y="144" text-anchor="end">
        {to}
      </text>
    </svg>
  );
}

function Days({ daily }: Pick<SiteStats['lookups'], 'daily'>) {
  return (
    <details>
      <summary>As a table</summary>
      <Table label="Lookups by day" words={['Date']} numbers={['Lookups']}>
        {daily.toReversed().map(({ date, count }) => (
          <tr>
            <td>{formatDate(date)}</td>
            <td class="num">{formatCount(count)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
