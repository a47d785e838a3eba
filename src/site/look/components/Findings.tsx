import { formatCount, formatQuantity } from '../../../directory/format-numbers.ts';
import {
  type BrokenRule,
  type FindingPlace,
  type FindingsView,
  groupByMessage,
  NOUNS,
} from '../../content/views/findings/findings-view.ts';
import { findingId, lineId } from './report-ids.ts';

interface Props {
  readonly view: FindingsView;
  readonly id: string;
  readonly heading: string;
  readonly empty: string;
  /** Id prefix of the report with the lines. */
  readonly report?: string | undefined;
}

/** Shows findings with one entry per rule, worst first. The style sheet isolates text of the site like `bdi`. */
export function Findings({ view, id, heading, empty, report }: Props) {
  const graver = view.rules.filter(({ severity }) => severity !== 'info');
  // Link to every finding if the report shows the lines of the file.
  const shownRules = report !== undefined || graver.length === 0 ? view.rules : graver;
  const folded = view.rules.filter((rule) => !shownRules.includes(rule));
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>
        <bdi>{heading}</bdi>
      </h2>
      {view.rules.length === 0 ? (
        <p class="empty">{empty}</p>
      ) : (
        <>
          <p class="counts">
            {view.counts.map(({ severity, text }) => (
              <span class={`count ${severity}`}>{text}</span>
            ))}
          </p>
          {report !== undefined && <Walk rules={view.rules} report={report} />}
          <Rules rules={shownRules} report={report} />
          {folded.length > 0 && (
            <details>
              <summary>{formatQuantity(folded.length, 'kind of note', 'kinds of note')}</summary>
              <Rules rules={folded} report={report} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

type Report = Pick<Props, 'report'>;

function Rules({ rules, report }: Report & { readonly rules: readonly BrokenRule[] }) {
  return (
    <ul class="findings">
      {rules.map((rule) => (
        <Rule rule={rule} report={report} />
      ))}
    </ul>
  );
}

/** Shows the walk through the places. A rule without a line counts as one place. */
function Walk({ rules, report }: { readonly rules: readonly BrokenRule[]; readonly report: string }) {
  const stops = rules.map(({ places }) => Math.max(1, places.filter(({ line }) => line !== null).length));
  const places = stops.reduce((sum, count) => sum + count, 0);
  const total = rules.reduce((sum, { count }, at) => sum + Math.max(count, stops[at] ?? 0), 0);
  if (places <= 1) return null;
  const counter = `${formatCount(places)} of ${formatQuantity(total, 'place')} shown`;
  return (
    <p class="walk needs-script" data-walk={report}>
      <span role="status">{places < total ? counter : `${formatQuantity(places, 'place')} to look at`}</span>
      <button type="button" class="quiet-button">
        Next finding
      </button>
    </p>
  );
}

function Rule({ rule, report }: Report & { readonly rule: BrokenRule }) {
  const target = report === undefined ? {} : { id: findingId(report, rule.id), tabindex: -1 };
  return (
    <li class={`finding ${rule.severity}`} {...target}>
      <h3>
        <span class="severity">{NOUNS[rule.severity]}</span> <a href={rule.path}>{rule.title}</a>
        {rule.count > 1 && <span class="quiet"> × {formatCount(rule.count)}</span>}
      </h3>
      {groupByMessage(rule).map(({ message, fix, places }, at, groups) => (
        <>
          <p>{message}</p>
          {fix && fix !== groups[at - 1]?.fix && (
            <p class="fix">
              <strong>Fix</strong> <bdi>{fix}</bdi>
            </p>
          )}
          {places.map((place) => (
            <Place place={place} report={report} />
          ))}
        </>
      ))}
      {rule.more && <p class="place">{rule.more}</p>}
    </li>
  );
}

function Place({ place: { line, excerpt, replacement }, report }: Report & { readonly place: FindingPlace }) {
  if (line === null) return null;
  return (
    <>
      <p class="place">
        {report === undefined ? (
          `line ${line} `
        ) : (
          <a class="line-number" href={`#${lineId(report, line)}`}>
            line {line}
          </a>
        )}
        {excerpt !== '' && <code>{excerpt}</code>}
      </p>
      {replacement !== null && <Replacement text={replacement} />}
    </>
  );
}

function Replacement({ text }: { readonly text: string }) {
  if (text.trim() === '') return <p class="place">Delete this line.</p>;
  return (
    <>
      <p class="place">Replace with:</p>
      <pre>
        <code>{text}</code>
      </pre>
    </>
  );
}
