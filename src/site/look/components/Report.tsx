import type { OtherRulesView } from '../../content/views/check/other-rules-view.ts';
import type { ReaderView, ReportView } from '../../content/views/check/report-view.ts';
import type { SourceLine } from '../../content/views/check/source-view.ts';
import { NO_FINDINGS, NOUNS } from '../../content/views/findings/findings-view.ts';
import { Findings } from './Findings.tsx';
import { FixedFile } from './FixedFile.tsx';
import { Outline } from './Outline.tsx';
import { Quality } from './Quality.tsx';
import { findingId, lineId } from './report-ids.ts';

interface Props {
  readonly view: ReportView;
  /** Prefix of all ids, because a page may have two reports. */
  readonly id: string;
}

export function Report({ view, id }: Props) {
  const { quality, source, findings, otherRules, outline, readers } = view;
  const list = (
    <Findings
      view={findings}
      id={`${id}-findings`}
      heading="Findings"
      empty={NO_FINDINGS}
      report={source ? id : undefined}
    />
  );
  return (
    <>
      {source ? (
        <div class="beside">
          <Source lines={source} id={id} />
          {list}
        </div>
      ) : (
        list
      )}
      <FixedFile view={view} id={`${id}-fixed`} />
      {quality && <Quality view={quality} id={`${id}-quality`} report={source ? id : undefined} />}
      <OtherRules view={otherRules} id={id} />
      {outline && (
        <section class="panel" aria-labelledby={`${id}-outline`}>
          <h2 id={`${id}-outline`}>As an agent sees it</h2>
          <Outline view={outline} open={0} introduces />
        </section>
      )}
      {readers.length > 0 && <Readers readers={readers} id={id} />}
    </>
  );
}

function OtherRules({ view: { passed, skipped }, id }: { readonly view: OtherRulesView; readonly id: string }) {
  return (
    <section class="panel" aria-labelledby={`${id}-other-rules`}>
      <h2 id={`${id}-other-rules`}>Other checks</h2>
      {[passed, skipped].map(
        ({ summary, rules }) =>
          rules.length > 0 && (
            <details>
              <summary>{summary}</summary>
              <ul>
                {rules.map(({ title, path, message }) => (
                  <li>
                    <a href={path}>{title}</a>
                    {rules === skipped.rules && <span class="note"> {message}</span>}
                  </li>
                ))}
              </ul>
            </details>
          ),
      )}
    </section>
  );
}

function Source({ lines, id }: { readonly lines: readonly SourceLine[]; readonly id: string }) {
  return (
    <section class="panel source" aria-labelledby={`${id}-source`}>
      <h2 id={`${id}-source`}>Your file</h2>
      {lines.length === 0 ? (
        <p class="empty">There is nothing in it.</p>
      ) : (
        <section class="source-scroll" tabindex={0} aria-label="The file with its line numbers">
          <ol class="lines">
            {lines.map((line) =>
              line.number === null ? (
                <li class="gap">{line.gap}</li>
              ) : (
                <li id={lineId(id, line.number)} value={line.number} class={line.marker?.severity}>
                  <code>{line.text}</code>
                  {line.marker && (
                    <a class="marker" href={`#${findingId(id, line.marker.rule)}`} title={line.marker.titles}>
                      {NOUNS[line.marker.severity]}
                    </a>
                  )}
                </li>
              ),
            )}
          </ol>
        </section>
      )}
    </section>
  );
}

function Readers({ readers, id }: { readonly readers: readonly ReaderView[]; readonly id: string }) {
  return (
    <section class="panel" aria-labelledby={`${id}-readers`}>
      <h2 id={`${id}-readers`}>Reference parsers</h2>
      <p>
        llmstxt.org publishes two parsers. They are stricter than most agents: a file that both read in full is read by
        any agent.
      </p>
      <div class="halves">
        {readers.map(({ name, look, label, sentence, losses }) => (
          <div>
            <h3>
              {name} <span class={look}>{label}</span>
            </h3>
            <p>{sentence}</p>
            {losses.map(({ line, excerpt }) => (
              <p class="place">
                <a class="line-number" href={`#${lineId(id, line)}`}>
                  line {line}
                </a>
                <code>
                  <bdi>{excerpt}</bdi>
                </code>
              </p>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
