import { type ComponentChildren, render } from 'preact';
import { useState } from 'preact/hooks';
import { Code } from '../components/Code.tsx';
import { type ApiAnswer, askApi, isObject } from './ask-api.ts';

const OUTCOMES: Readonly<Record<string, { readonly label: string; readonly look: string }>> = {
  present: { label: 'found', look: 'status valid' },
  absent: { label: 'not there', look: 'status invalid' },
  inconclusive: { label: 'could not be read', look: 'status pending' },
};
const METHODS: Readonly<Record<string, string>> = {
  llms_txt: 'llms.txt link',
  dns: 'DNS record',
  meta: 'meta element',
  well_known: 'well-known file',
};

for (const panel of document.querySelectorAll<HTMLElement>('[data-claim]')) openClaim(panel);

/** Makes buttons of the steps: this visitor's token in the snippets, and the proof looked for without leaving the page. */
function openClaim(panel: HTMLElement): void {
  const domain = panel.dataset['claim'] ?? '';
  const verify = panel.querySelector<HTMLElement>('.verify');
  const getToken = panel.querySelector<HTMLElement>('.get-token');
  if (!verify) return;
  const showForm = (action: string | null) => render(<ProofForm domain={domain} action={action} />, verify);
  const showToken = (answer: Answer) => {
    fillSnippets(panel, answer['methods']);
    const { pathname, search } = new URL(String(answer['verify_endpoint']));
    showForm(pathname + search);
  };
  showForm(verify.querySelector('form')?.getAttribute('action') ?? null);
  if (getToken) render(<GetToken domain={domain} onToken={showToken} />, getToken);
}

type Answer = Readonly<Record<string, unknown>>;

/** Puts this visitor's token into what is to be published. */
function fillSnippets(panel: HTMLElement, methods: unknown): void {
  const snippets = panel.querySelectorAll('[data-proof] code');
  for (const [at, method] of (Array.isArray(methods) ? methods : []).entries()) {
    const snippet = snippets[at];
    if (snippet && isObject(method)) snippet.textContent = String(method['snippet']);
  }
}

function GetToken({ domain, onToken }: { readonly domain: string; readonly onToken: (answer: Answer) => void }) {
  const [answer, setAnswer] = useState<ApiAnswer | null>(null);
  const ask = async () => {
    const given = await askApi(`/v1/sites/${domain}/verification`);
    setAnswer(given);
    if (given.ok) onToken(given.body);
  };
  return (
    <>
      {!answer?.ok && (
        <p>
          <button type="button" onClick={ask}>
            Get my token
          </button>
        </p>
      )}
      <p role="status">
        {answer?.ok === false && answer.detail}
        {answer?.ok && (
          <>
            Your token is <code>{String(answer.body['token'])}</code>. It is in the snippets below.
          </>
        )}
      </p>
    </>
  );
}

/** `action`: the path that looks for the proof; null before there is a token. */
function ProofForm({ domain, action }: { readonly domain: string; readonly action: string | null }) {
  const [attempt, setAttempt] = useState<'none' | 'under way' | ApiAnswer>('none');
  const answer = typeof attempt === 'string' ? null : attempt;
  const look = async (event: Event) => {
    event.preventDefault();
    if (action === null) return;
    setAttempt('under way');
    setAttempt(await askApi(action, { method: 'POST' }));
  };
  return (
    <>
      <form onSubmit={look}>
        <button type="submit" disabled={action === null || attempt === 'under way' || answer?.ok === true}>
          Check my proof
        </button>
      </form>
      <div role="status" class="seen">
        {attempt === 'under way' && <p>Looking in all four places …</p>}
        {answer?.ok === false && <p class="warning-line">{[answer.detail, ...answer.errors].join(' ')}</p>}
        {answer?.ok && <Key domain={domain} answer={answer.body} />}
        {answer && <Places methods={answer.body['methods']} />}
      </div>
    </>
  );
}

function Key({ domain, answer: { via, api_key, badge } }: { readonly domain: string; readonly answer: Answer }) {
  return (
    <>
      <h3>{domain} is yours</h3>
      <p>
        Verified by {METHODS[String(via)] ?? 'your proof'}. This is your owner key. It is shown only now, and whoever
        holds it can edit this entry: keep it where you keep passwords.
      </p>
      <Code text={String(api_key)} look="key" />
      <p>
        Lost it? Claim again: that makes a new key and ends this one. Leave the proof in place: it is looked for with
        every visit.
      </p>
      <p>The badge for your pages:</p>
      <Code text={isObject(badge) ? String(badge['html']) : ''} />
      <p class="actions">
        <a class="button" href={`/domain/${domain}`}>
          Open your page
        </a>{' '}
        <a class="button quiet-button" href="/docs/owners">
          What owners can do
        </a>
      </p>
    </>
  );
}

/** For each method what was looked for, where, and what was there. */
function Places({ methods }: { readonly methods: unknown }) {
  if (!Array.isArray(methods)) return null;
  return (
    <ul class="plain proofs">
      {methods.filter(isObject).map(({ method, outcome, looked_for, where, seen }) => (
        <li key={String(method)}>
          <p>
            <strong>{METHODS[String(method)] ?? String(method)}</strong>{' '}
            <span class={OUTCOMES[String(outcome)]?.look}>{OUTCOMES[String(outcome)]?.label}</span>
          </p>
          <dl class="facts wide">
            <Fact label="Looked for">
              <code>{String(looked_for)}</code>
            </Fact>
            <Fact label="Where">
              <code>{String(where)}</code>
            </Fact>
            <Fact label="Seen">
              <bdi>{String(seen)}</bdi>
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="break">{children}</dd>
    </div>
  );
}
