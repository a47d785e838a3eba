import { type AlertChannels, type ChannelState, channelStates } from '../../content/views/owner/alert-words.ts';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import type { Shared } from './overview.tsx';
import { useForm } from './use-form.ts';
import { useSaved } from './use-saved.ts';

export interface SavedAlerts extends AlertChannels {
  readonly channels: readonly ('webhook' | 'email')[];
  readonly notify_changes: boolean;
}

interface Props extends Shared {
  readonly channels: SavedAlerts;
}

export function AlertsForm({ channels, api, onChange, onStale }: Props) {
  const states = channelStates(channels);
  const [webhook, setWebhook] = useSaved(channels.webhook_url ?? '');
  const [email, setEmail] = useSaved(channels.notify_email ?? '');
  const [tellsChanges, setTellsChanges] = useSaved(channels.notify_changes);
  const form = useForm(api);
  const save = () => {
    const changes = alertChanges(channels, { webhook: webhook.trim(), email: email.trim(), tellsChanges });
    void form.save(changes, 'You have no changes to save.', async (record) => {
      onChange(record);
      await onStale();
      return changes.notify_email ? 'Saved. We have sent an email to the address. Confirm it there.' : 'Saved.';
    });
  };
  return (
    <Form state={form} label="Save alerts" onSave={save}>
      <Field
        id="alerts-webhook"
        label="Webhook"
        type="url"
        hint={<State state={states.webhook} none="A public https URL. Signed per Standard Webhooks." />}
        value={webhook}
        error={form.errors.get('webhook_url')}
        onInput={setWebhook}
      />
      {channels.channels.includes('email') && (
        <Field
          id="alerts-email"
          label="Email"
          type="email"
          hint={<State state={states.email} none="One address. We send it a confirmation link." />}
          value={email}
          error={form.errors.get('notify_email')}
          onInput={setEmail}
        />
      )}
      <p class="filters">
        <Checkbox
          isChecked={tellsChanges}
          onChange={setTellsChanges}
          label="Also send an alert for every new version of the file"
        />
      </p>
    </Form>
  );
}

interface Entered {
  readonly webhook: string;
  readonly email: string;
  readonly tellsChanges: boolean;
}

/** Returns the changed members. Saving without changes enables a disabled webhook, or sends another confirmation. */
function alertChanges(before: SavedAlerts, { webhook, email, tellsChanges }: Entered) {
  const isSame = webhook === (before.webhook_url ?? '') && before.webhook_state !== 'disabled';
  const asksAgain = isSame && before.email_state === 'unconfirmed';
  return {
    ...(!isSame && { webhook_url: webhook || null }),
    ...((asksAgain || email !== (before.notify_email ?? '')) && { notify_email: email || null }),
    ...(tellsChanges !== before.notify_changes && { notify_changes: tellsChanges }),
  };
}

function State({ state, none }: { readonly state: ChannelState; readonly none: string }) {
  if (!state) return <>{none}</>;
  return (
    <>
      <span class={state.look}>{state.label}</span> {state.note}
    </>
  );
}
