import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { paths } from '../../../directory/urls.ts';
import { Code } from '../../components/Code.tsx';
import { type AlertChannels, type ChannelState, channelStates, outcomeWords } from '../../views/owner/alert-words.ts';
import { fieldErrors } from '../../views/owner/field-errors.ts';
import { Field } from './field.tsx';
import { focusFirstError } from './focus-first-error.ts';
import type { Shared } from './overview.tsx';
import type { TestOutcome } from './owner-answers.ts';
import { refusalText, useRequest } from './use-request.ts';
import { Waiting } from './waiting.tsx';

interface Props extends Shared {
  readonly channels: AlertChannels & { readonly webhook_secret: string | null; readonly notify_changes: boolean };
}

/** Where alerts go, and whether they arrive. */
export function Alerts({ channels, api, onChange, onStale }: Props) {
  const states = channelStates(channels);
  const [webhook, setWebhook] = useState(channels.webhook_url ?? '');
  const [email, setEmail] = useState(channels.notify_email ?? '');
  const [tellsChanges, setTellsChanges] = useState(channels.notify_changes);
  const [done, setDone] = useState('');
  const request = useRequest();
  const form = useRef<HTMLFormElement>(null);
  // Before the boxes can be used: a later effect would undo what was entered meanwhile.
  useLayoutEffect(() => setWebhook(channels.webhook_url ?? ''), [channels.webhook_url]);
  useLayoutEffect(() => setEmail(channels.notify_email ?? ''), [channels.notify_email]);
  useLayoutEffect(() => setTellsChanges(channels.notify_changes), [channels.notify_changes]);
  const errors = fieldErrors(request.refusal?.violations ?? []);
  const save = async (event: Event) => {
    event.preventDefault();
    const changes = {
      ...channelChanges(channels, webhook.trim(), email.trim()),
      ...(tellsChanges !== channels.notify_changes && { notify_changes: tellsChanges }),
    };
    if (Object.keys(changes).length === 0) return setDone('Nothing to save: nothing has been changed.');
    setDone('');
    await request.run(
      () => api.update(changes),
      async (record) => {
        onChange(record);
        await onStale();
        setDone(changes.notify_email ? 'Saved. We have sent a mail to the address: confirm it there.' : 'Saved.');
      },
    );
    focusFirstError(form.current);
  };
  return (
    <section class="panel" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <p>When the llms.txt breaks or recovers, or the proof of ownership disappears or returns.</p>
      <form class="fields" onSubmit={save} ref={form} noValidate>
        <Field
          id="alerts-webhook"
          label="Webhook"
          type="url"
          hint={<State state={states.webhook} none="A public https URL. Signed per Standard Webhooks." />}
          value={webhook}
          error={errors.get('webhook_url')}
          onInput={setWebhook}
        />
        <Field
          id="alerts-email"
          label="E-mail"
          type="email"
          hint={<State state={states.email} none="One address. We send it a mail to confirm." />}
          value={email}
          error={errors.get('notify_email')}
          onInput={setEmail}
        />
        <p class="filters">
          <label>
            <input
              type="checkbox"
              checked={tellsChanges}
              onChange={({ currentTarget }) => setTellsChanges(currentTarget.checked)}
            />
            Tell me of every new version of the file too
          </label>
        </p>
        <p class="actions">
          <button type="submit" disabled={request.isBusy}>
            Save alerts
          </button>
        </p>
        <p role="status">{request.isBusy ? 'Saving …' : request.refusal ? refusalText(request.refusal) : done}</p>
      </form>
      {channels.webhook_secret !== null && <Secret secret={channels.webhook_secret} />}
      {(channels.webhook_url !== null || channels.notify_email !== null) && <Test api={api} onStale={onStale} />}
      <p class="note">
        When alerts are sent, and how they are signed: <a href={`${paths.doc('owners')}#alerts`}>For owners</a>
      </p>
    </section>
  );
}

/** The members that differ. Saving what is unchanged uses a disabled webhook again, or asks once more for a confirmation. */
function channelChanges(before: AlertChannels, webhook: string, email: string) {
  const isSame = webhook === (before.webhook_url ?? '') && before.webhook_state !== 'disabled';
  const asksAgain = isSame && before.email_state === 'unconfirmed';
  return {
    ...(!isSame && { webhook_url: webhook || null }),
    ...((asksAgain || email !== (before.notify_email ?? '')) && { notify_email: email || null }),
  };
}

function State({ state, none }: { readonly state: ChannelState | null; readonly none: string }) {
  if (!state) return <>{none}</>;
  return (
    <>
      <span class={state.look}>{state.label}</span> {state.note}
    </>
  );
}

/** What signs the webhooks, hidden until its owner asks: somebody may be looking over a shoulder. */
function Secret({ secret }: { readonly secret: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div class="secret">
      <p class="actions">
        <button type="button" class="quiet-button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the webhook secret' : 'Show the webhook secret'}
        </button>
      </p>
      {isShown && <Code text={secret} copied="the webhook secret" />}
    </div>
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
            {outcomes.map((outcome) => (
              <Outcome outcome={outcome} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Outcome({ outcome: { channel, status, detail } }: { readonly outcome: TestOutcome }) {
  const words = outcomeWords(channel, status);
  return (
    <li>
      {words.channel} <span class={words.look}>{words.label}</span>
      {detail && <span class="quiet"> {detail}</span>}
    </li>
  );
}
