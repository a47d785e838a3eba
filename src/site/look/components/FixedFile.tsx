import type { DiffLine, DiffView } from '../../content/views/check/diff-view.ts';
import type { ReportView, WholeText } from '../../content/views/check/report-view.ts';

interface Props {
  readonly view: ReportView;
  readonly id: string;
}

/** Shows the file with every fix, or the editable file if no fix is automatic. */
export function FixedFile({ view: { fixedFile, ownFile, visit }, id }: Props) {
  const text = fixedFile?.whole ?? ownFile;
  if (text === null) return null;
  const noFix = 'Nothing in it can be fixed automatically. Edit it here: it is checked as you type.';
  return (
    <section
      class={fixedFile ? 'panel fixed-file' : 'panel fixed-file needs-script'}
      aria-labelledby={id}
      data-fixed-file={JSON.stringify(visit)}
    >
      <h2 id={id}>{fixedFile ? 'Fixed file' : 'Edit your file'}</h2>
      <p>{fixedFile?.sentence ?? noFix}</p>
      <Acts copied={fixedFile ? 'the fixed file' : 'the file'} />
      {fixedFile && (
        <details open>
          <summary>What changes: {fixedFile.diff.summary}</summary>
          <Diff diff={fixedFile.diff} />
        </details>
      )}
      <Whole whole={text} />
    </section>
  );
}

/** Shows the buttons of the script browser/fixed-file.ts. */
function Acts({ copied }: { readonly copied: string }) {
  return (
    <p class="actions needs-script">
      <button type="button" data-act="edit">
        Edit here
      </button>
      <button type="button" class="quiet-button" data-act="copy">
        Copy<span class="visually-hidden"> {copied}</span>
      </button>
      <button type="button" class="quiet-button" data-act="download">
        Download llms.txt
      </button>
    </p>
  );
}

/** Renders the text for the script browser/fixed-file.ts, or its URL. */
function Whole({ whole }: { readonly whole: WholeText }) {
  if ('path' in whole) {
    return (
      <p data-whole>
        <a href={whole.path}>The whole file</a>
      </p>
    );
  }
  return (
    <details data-whole>
      <summary>The whole file</summary>
      <pre class="raw-text">
        <code>{whole.text}</code>
      </pre>
    </details>
  );
}

const SIGNS: Readonly<Record<DiffLine['sign'], { readonly look: string; readonly spoken: string }>> = {
  '+': { look: 'added', spoken: 'Added: ' },
  '-': { look: 'removed', spoken: 'Removed: ' },
  ' ': { look: 'kept', spoken: '' },
};

function Diff({ diff: { hunks, more } }: { readonly diff: DiffView }) {
  return (
    <>
      {hunks.map(({ heading, lines }) => (
        <>
          <p class="place">{heading}</p>
          <ul class="diff">
            {lines.map(({ sign, text }) => (
              <li class={SIGNS[sign].look}>
                <span class="sign" aria-hidden="true">
                  {sign}
                </span>
                <code>
                  {SIGNS[sign].spoken !== '' && <span class="visually-hidden">{SIGNS[sign].spoken}</span>}
                  {text}
                </code>
              </li>
            ))}
          </ul>
        </>
      ))}
      {more && <p class="note">{more}</p>}
    </>
  );
}
