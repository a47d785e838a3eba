import { useState } from 'preact/hooks';
import { paths } from '../../../directory/urls.ts';
import { Checkbox } from './checkbox.tsx';
import { forgetSession, keepSession, keptSession } from './kept-session.ts';
import type { Session } from './owner-api.ts';
import { Secret } from './secret.tsx';

interface Props {
  readonly session: Session;
  onClose(): void;
}

/** Panel that shows the owner key, keeps it for the tab, or replaces it with a new claim. */
export function KeyPanel({ session, onClose }: Props) {
  const [isKept, setKept] = useState(() => keptSession()?.key === session.key);
  const keep = (wanted: boolean) => {
    if (wanted) keepSession(session);
    else forgetSession();
    setKept(wanted);
  };
  return (
    <section class="panel" aria-labelledby="key">
      <h2 id="key">Owner key</h2>
      <p class="filters">
        <Checkbox isChecked={isKept} onChange={keep} label="Keep the key until this tab is closed" />
      </p>
      <Secret text={session.key} name="the key" />
      <p class="note">
        To replace the key, claim {session.domain} again. The new key replaces this one at once. We notify the addresses
        for alerts and then delete them: enter them again with the new key.
      </p>
      <p class="actions">
        <a class="button quiet-button" href={paths.claim(session.domain)}>
          Replace the key
        </a>
        <button type="button" class="quiet-button" onClick={onClose}>
          Close the dashboard
        </button>
      </p>
    </section>
  );
}
