import { useState } from 'preact/hooks';
import { paths } from '../../../directory/urls.ts';
import { outcomeWords } from '../../content/views/owner/alert-words.ts';
import { AlertsForm, type SavedAlerts } from './alerts-form.tsx';
import type { Shared } from './overview.tsx';
import type { TestOutcome } from './owner-answers.ts';
import { Secret } from './secret.tsx';
import { useRequest } from './use-request.ts';
import { Waiting } from './waiting.tsx';

interface Props extends Shared {
  readonly channels: SavedAlerts & { readonly webhook_secret: string | null };
}

export function Alerts({ channels, api, onChange, onStale }: Props) {
  return (
    <section class="panel" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <p>We send an alert if the llms.txt breaks or recovers, or if the proof of ownership disappears or returns.</p>
      <AlertsForm channels={channels} api={api} onChange={onChange} onStale={onStale} />
      {channels.webhook_secret !== null && <Secret text={channels.webhook_secret} name="the webhook secret" />}
      {(channels.webhook_url !== null || channels.notify_email !== null) && <Test api={api} onStale={onStale} />}
      <p class="note">
        When alerts are sent, and how they are signed: <a href={`${paths.doc('owners')}#alerts`}>For owners</a>
      </p>
    </section>
  );
}

function Test({ api, onStale }: Pick<Shared, 'api' | 'onStale'>) {
  const [outcomes, setOutcomes] = useState<readonly TestOutcome[]>([]);
  const request = useRequest();
  const send = () => {
    setOutcomes([]);
    void request.run(api.sendTest, async (sent) => {
      setOutcomes(sent);
      await onStale();
    });
  };
  return (
    <>
      <p class="actions">
        <button type="button" disabled={request.isBusy} onClick={send}>
          Send test
        </button>
      </p>
      {request.isBusy && <Waiting what="Sending a test to each saved address …" />}
      <div role="status">
        {request.refusal && <p>{request.refusal.detail}</p>}
        {outcomes.length > 0 && (
          <ul class="plain outcomes">
            {outcomes.map(({ channel, status, detail }) => {
              const words = outcomeWords(channel, status);
              return (
                <li>
                  {words.channel} <span class={words.look}>{words.label}</span>
                  {detail && <span class="quiet"> {detail}</span>}
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </>
  );
}
