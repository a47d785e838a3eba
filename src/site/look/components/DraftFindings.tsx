import { formatQuantity } from '../../../directory/format-numbers.ts';
import type { KeptFinding } from '../../content/views/check/report-view.ts';
import type { LintView } from '../../content/views/draft/lint-view.ts';
import { NO_FINDINGS } from '../../content/views/findings/findings-view.ts';
import { Findings } from './Findings.tsx';

interface DraftProps {
  readonly view: LintView;
  /** Id prefix of the lines that a script selects in the text. */
  readonly report?: string;
}

/** Shows findings of a text that the visitor may edit, without the text. */
export function DraftFindings({ view: { kept, findings }, report }: DraftProps) {
  return (
    <>
      {kept.length > 0 && <Kept kept={kept} />}
      <Findings
        view={findings}
        id="draft-findings"
        heading="Findings in this text"
        empty={NO_FINDINGS}
        report={report}
      />
    </>
  );
}

function Kept({ kept }: { readonly kept: readonly KeptFinding[] }) {
  return (
    <div class="warning-line">
      <p>Not tested again here. Publish the file and check it:</p>
      <ul>
        {kept.map(({ title, count }) => (
          <li>{count > 1 ? `${title} (${formatQuantity(count, 'place')})` : title}</li>
        ))}
      </ul>
    </div>
  );
}
