import { useState } from 'preact/hooks';
import { paths } from '../../../directory/urls.ts';
import { formatInstant } from '../../content/format/dates.ts';
import { isRefusal } from '../../content/format/failure-words.ts';
import { markAfterVisit, markBeforeVisit } from '../../content/format/status-words.ts';
import { standingPhrases } from '../../content/views/owner/standing-phrases.ts';
import { Phrase } from '../../look/components/Phrase.tsx';
import { FileState } from './file-state.tsx';
import type { OwnerRecord, SiteStats } from './owner-answers.ts';
import type { OwnerApi, Refusal } from './owner-api.ts';
import { useRequest } from './use-request.ts';
import { Waiting } from './waiting.tsx';

export interface Shared {
  readonly api: OwnerApi;
  onChange(record: OwnerRecord): void;
  /** Called after data of the key may have changed. */
  onStale(): Promise<void>;
}

interface Props extends Shared {
  readonly record: OwnerRecord;
  readonly standing: SiteStats['standing'];
  readonly file: SiteStats['file'];
}

export function Overview({ record, standing, file, api, onChange, onStale }: Props) {
  const { domain, status, authority, last_checked } = record;
  const mark =
    last_checked === null ? markBeforeVisit(status) : markAfterVisit(status, isRefusal(standing.failing_reason));
  const request = useRequest();
  const [done, setDone] = useState('');
  const recrawl = () => {
    setDone('');
    void request.run(api.recrawl, async (visited) => {
      onChange(visited);
      const { label, meaning } = markAfterVisit(visited.status, false);
      setDone(`Visited. ${label}: ${meaning}`);
      await onStale();
    });
  };
  return (
    <section class="panel" aria-label="The entry">
      <ul class="chips">
        <li>
          <span class={mark.look}>{mark.label}</span>
        </li>
        <li>{authority === null ? 'No authority score yet' : `Authority ${authority} of 100`}</li>
        <li class="quiet">
          {last_checked === null ? 'Not visited yet' : `Last checked ${formatInstant(last_checked)}`}
        </li>
      </ul>
      <FileState status={status} file={file} />
      {standingPhrases(status, standing).map((phrase) => (
        <p class="warning-line">
          <Phrase phrase={phrase} />
        </p>
      ))}
      <p class="actions">
        <button type="button" disabled={request.isBusy} onClick={recrawl}>
          Crawl now
        </button>
        <a class="button quiet-button" href={paths.domain(domain)}>
          Public page
        </a>
        <a class="button quiet-button" href={paths.checkOf(domain)}>
          Check the file
        </a>
        <a class="button quiet-button" href={paths.badgesOf(domain)}>
          Badges
        </a>
      </p>
      {request.isBusy && <Waiting what="Visiting the site …" />}
      {!request.isBusy && (done !== '' || request.refusal) && (
        <p role="status">{request.refusal ? recrawlRefusal(request.refusal) : done}</p>
      )}
    </section>
  );
}

/** Adds the time of the next possible recrawl to a refusal. */
function recrawlRefusal({ status, detail, retryAfterS }: Refusal): string {
  if (status !== 429 || retryAfterS === null) return detail;
  const at = new Date(Date.now() + retryAfterS * 1000).toISOString();
  return `The site was crawled a moment ago. You can crawl it again from ${formatInstant(at)}, in ${Math.ceil(retryAfterS / 60)} min.`;
}
