import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { paths } from '../../../directory/urls.ts';
import { parseHost } from '../parse-host.ts';
import { Checkbox } from './checkbox.tsx';
import { keepSession } from './kept-session.ts';
import type { Refusal, Session } from './owner-api.ts';

interface Props {
  /** Reason that the last key failed. */
  readonly refusal: Refusal | null;
  onSession(session: Session): void;
}

/** Matches an owner key, so that mistyped keys are not sent. */
const KEY = /^svk_live_[A-Za-z0-9]{49}$/;
const MALFORMED = 'This owner key is incomplete. A key starts with svk_live_ and has 58 characters.';

export function SignIn({ refusal, onSession }: Props) {
  const [domain, setDomain] = useState('');
  const [key, setKey] = useState('');
  const [isShown, setShown] = useState(false);
  const [isKept, setKept] = useState(false);
  const [isMalformed, setMalformed] = useState(false);
  const problem = useRef<HTMLParagraphElement>(null);
  const form = useRef<HTMLFormElement>(null);
  // Move the focus with the message, so that screen readers announce the message.
  useLayoutEffect(() => problem.current?.focus(), [refusal, isMalformed]);
  const advice = refusal?.status === 403 ? ' A key opens the dashboard of one domain only.' : '';
  const text = isMalformed ? MALFORMED : refusal && `${refusal.detail}${advice}`;
  const name = parseHost(domain).toLowerCase();
  const open = (event: Event) => {
    event.preventDefault();
    if (name === '') return askForDomain();
    if (!KEY.test(key.trim())) return setMalformed(true);
    const session = { domain: name, key: key.trim() };
    if (isKept) keepSession(session);
    onSession(session);
  };
  const askForDomain = () => {
    setDomain('');
    requestAnimationFrame(() => form.current?.reportValidity());
  };
  return (
    <section class="panel" aria-labelledby="sign-in">
      <h2 id="sign-in">Open the dashboard</h2>
      {text && (
        <p class="warning-line" tabindex={-1} ref={problem}>
          {text}
        </p>
      )}
      {/* Nothing in it has a name, so that a browser could not send it anywhere. */}
      <form class="fields" onSubmit={open} ref={form}>
        <Box id="dashboard-domain" label="Domain" value={domain} placeholder="example.com" onInput={setDomain} />
        <Box
          id="dashboard-key"
          label="Owner key"
          value={key}
          placeholder="svk_live_…"
          isHidden={!isShown}
          onInput={setKey}
        />
        <p class="filters">
          <Checkbox isChecked={isShown} onChange={setShown} label="Show the key" />
          <Checkbox isChecked={isKept} onChange={setKept} label="Keep it until this tab is closed" />
        </p>
        <p class="actions">
          <button type="submit">Open the dashboard</button>
        </p>
      </form>
      <WithoutKey domain={name} />
    </section>
  );
}

interface BoxProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly isHidden?: boolean;
  onInput(value: string): void;
}

function Box({ label, isHidden = false, onInput, ...own }: BoxProps) {
  const box = {
    ...own,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: false,
    required: true,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onInput(currentTarget.value),
  } as const;
  return (
    <div class="field">
      <label for={own.id}>{label}</label>
      {isHidden ? <input type="password" {...box} /> : <input type="text" {...box} inputmode="url" />}
    </div>
  );
}

/** Explains how to get a key. `domain` is empty until it is entered. */
function WithoutKey({ domain }: { readonly domain: string }) {
  return (
    <p class="note">
      No key yet, or lost yours?{' '}
      {domain === '' ? 'Enter the domain and claim it' : <a href={paths.claim(domain)}>Claim {domain}</a>}: you get a
      new key, and an earlier one stops working. <a href={paths.doc('owners')}>How that works</a>
    </p>
  );
}
