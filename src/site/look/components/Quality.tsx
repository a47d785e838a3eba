import { paths } from '../../../directory/urls.ts';
import { lineWords, type QualityView } from '../../content/views/quality/quality-view.ts';
import { lineId } from './report-ids.ts';
import { ScoreRow } from './ScoreRow.tsx';
import { Table } from './Table.tsx';

interface Props {
  readonly view: QualityView;
  readonly id: string;
  /** Id prefix of the report with the lines. */
  readonly report: string | undefined;
}

export function Quality({ view, id, report }: Props) {
  const { score, version, parts, limit, note, advice } = view;
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>Quality: {score} of 100</h2>
      <p>How well an agent without knowledge of the site can find the right page in this file.</p>
      <Table
        label="The parts of the quality"
        look="sum"
        words={['Part']}
        hasBars
        numbers={['Score', 'Weight', 'Points']}
      >
        {parts.map((part) => (
          <ScoreRow {...part} />
        ))}
      </Table>
      {limit && <p class="note">{limit}</p>}
      {note && <p class="note">{note}</p>}
      {advice.length > 0 && (
        <details>
          <summary>Advice</summary>
          <ul>
            {advice.map(({ part, text, lines }) => (
              <li>
                <strong class="part-name">{part}</strong>: {text && <bdi>{text}</bdi>}{' '}
                <Lines lines={lines} report={report} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="note">
        <a href={paths.doc('scoring')}>How quality is scored</a> · version {version}
      </p>
    </section>
  );
}

/** Shows the first lines to change, as links if the page shows the text. */
function Lines({ lines, report }: { readonly lines: readonly number[]; readonly report: string | undefined }) {
  if (lines.length === 0) return null;
  if (report === undefined) return <span class="quiet">{lineWords(lines)}</span>;
  return (
    <>
      {lines.map((line) => (
        <a class="line-number" href={`#${lineId(report, line)}`}>
          line {line}{' '}
        </a>
      ))}
    </>
  );
}
