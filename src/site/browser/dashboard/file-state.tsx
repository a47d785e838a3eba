import { STATUS_LABELS } from '../../content/format/status-words.ts';
import { cleanText } from '../../content/format/untrusted-text.ts';
import { severityCounts } from '../../content/views/findings/findings-view.ts';
import type { OwnerRecord, SiteStats } from './owner-answers.ts';

interface Props {
  readonly status: OwnerRecord['status'];
  readonly file: SiteStats['file'];
}

const MAX_FIX_CHARACTERS = 400;

export function FileState({ status, file: { findings, next_fix } }: Props) {
  const counts = severityCounts(findings);
  return (
    <>
      <p class="file-state">
        {STATUS_LABELS[status].meaning}{' '}
        {counts.length > 0 && (
          <span class="quiet">{`The last visit found ${counts.map(({ text }) => text).join(', ')}.`}</span>
        )}
      </p>
      {next_fix ? (
        <p class="next-fix">
          <strong>Next fix{next_fix.line === null ? '' : `, line ${next_fix.line}`}:</strong>{' '}
          <bdi>{cleanText(next_fix.text, MAX_FIX_CHARACTERS)}</bdi> <a href={next_fix.url}>Why and how</a>
        </p>
      ) : (
        status === 'valid' && <p class="next-fix">Clean: there is nothing to fix.</p>
      )}
    </>
  );
}
