import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { paths } from '../../../directory/urls.ts';
import { hostOf } from '../host-of.ts';
import type { Refusal, Session } from './owner-api.ts';

interface Props {
  /** Why the last key has not opened the desk. */
  readonly refusal: Refusal | null;
  onSession(session: Session): void;
}

/** The shape of an owner key: what is mistyped need not be sent. */
const KEY = /^svk_live_[A-Za-z0-9]{49}$/;
const MALFORMED = 'This is not a whole owner key: it starts with svk_live_ and has 58 characters.';

/** Asks for a domain and its owner key. */
export function SignIn({ refusal, onSession }: Props) {
  const [domain, setDomain] = useState('');
  const [key, setKey] = useState('');
  const [isMalformed, setMalformed] = useState(false);
  const problem = useRef<HTMLParagraphElement>(null);
  // With the message itself: who is told of it by a screen reader is led there at once.
  useLayoutEffect(() => problem.current?.focus(), [refusal, isMalformed]);
  const name = hostOf(domain).toLowerCase();
  const open = (event: Event) => {
    event.preventDefault();
    if (!KEY.test(key.trim())) return setMalformed(true);
    onSession({ domain: name, key: key.trim() });
  };
  return (
    <section class="panel" aria-labelledby="sign-in">
      <h2 id="sign-in">Open the desk</h2>
      {(isMalformed || refusal) && (
        <p class="warning-line" tabindex={-1} ref={problem}>
          {isMalformed ? MALFORMED : refusal && problemOf(refusal)}
        </p>
      )}
      {/* Nothing in it has a name, so that a browser could not send it anywhere. */}
      <form class="fields" onSubmit={open}>
        <div class="field">
          <label for="desk-domain">Domain</label>
          <input
            id="desk-domain"
            type="text"
            inputmode="url"
            value={domain}
            placeholder="example.com"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            required
            onInput={({ currentTarget }) => setDomain(currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="desk-key">Owner key</label>
          <input
            id="desk-key"
            type="password"
            value={key}
            placeholder="svk_live_…"
            autocomplete="off"
            spellcheck={false}
            required
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </div>
        <p class="actions">
          <button type="submit">Open the desk</button>
        </p>
      </form>
      <WithoutKey domain={name} />
    </section>
  );
}

/** How to get a key; `domain` is empty until it is entered. */
function WithoutKey({ domain }: { readonly domain: string }) {
  return (
    <p class="note">
      No key yet, or lost yours?{' '}
      {domain === '' ? 'Enter the domain and claim it' : <a href={paths.claim(domain)}>Claim {domain}</a>}: you get a
      new key, and an earlier one stops working. <a href={paths.doc('owners')}>How that works</a>
    </p>
  );
}

/** What keeps the desk closed, and what to do about it. */
function problemOf({ status, detail }: Refusal): string {
  if (status === 401) return `${detail} Claim the domain again to get a new key.`;
  if (status === 403) return `${detail} A key opens the desk of one domain only.`;
  return detail;
}
