import type { HistoryView } from '../../content/views/domain/history-view.ts';
import type { HistoryChart as Chart } from '../charts/history-chart.ts';
import { Table } from './Table.tsx';

export function HistoryChart({ view: { chart, rows, changes } }: { readonly view: HistoryView }) {
  return (
    chart && (
      <>
        <figure>
          <Picture chart={chart} />
          <figcaption>{[chart.description, ...changes].join(' ')}</figcaption>
        </figure>
        <details>
          <summary>As a table</summary>
          <Scores rows={rows} />
        </details>
      </>
    )
  );
}

function Picture({ chart }: { readonly chart: Chart }) {
  const { width, height, rows, versions, area, line, last, from, to } = chart;
  return (
    <svg class="history" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {rows.map(({ y, label }) => (
        <g>
          <line class="grid" x1="30" x2="634" y1={y} y2={y} />
          <text x="24" y={y + 4} text-anchor="end">
            {label}
          </text>
        </g>
      ))}
      {versions.map(({ x, label }) => (
        <g>
          <line class="version" x1={x} x2={x} y1="8" y2="122" />
          <text x={x + 4} y="16">
            {label}
          </text>
        </g>
      ))}
      <path class="area" d={area} />
      <path class="line" d={line} />
      <circle class="dot" cx={last.x} cy={last.y} r="4" />
      <text x="30" y="144">
        {from}
      </text>
      <text x="634" y="144" text-anchor="end">
        {to}
      </text>
    </svg>
  );
}

const NUMBERS = ['Version', 'Authority', 'Reach', 'Trust', 'Quality', 'Freshness'];

function Scores({ rows }: Pick<HistoryView, 'rows'>) {
  return (
    <Table label="Scores by date" look="data scores" words={['Date', 'Status']} numbers={NUMBERS}>
      {rows.map(({ date, status, version, scores }) => (
        <tr>
          <td class="when">{date}</td>
          <td>{status}</td>
          <td>{version}</td>
          {scores.map((score) => (
            <td>{score}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
