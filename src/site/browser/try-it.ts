import { make } from './make.ts';

/* The page can send reading requests of the reference. */

const MAX_SHOWN_CHARACTERS = 20_000;

let forms = 0;

for (const tabs of document.querySelectorAll('.example > .tabs')) {
  const heading = tabs.closest('.operation')?.querySelector('h2')?.textContent ?? '';
  if (!heading.startsWith('GET /')) continue;
  const sample = tabs.nextElementSibling?.querySelector('code')?.textContent ?? '';
  const address = /'(https?:[^']+)'$/.exec(sample.trim())?.[1];
  if (!address || sample.includes('API_KEY')) continue;
  const { pathname, search } = new URL(address);
  addButton(tabs, heading, `${pathname}${search}`, / -H 'Accept: ([^']+)'/.exec(sample)?.[1] ?? null);
}

function addButton(tabs: Element, operation: string, path: string, accept: string | null): void {
  const ariaLabel = `Try it: ${operation}`;
  const button = make(
    'button',
    { type: 'button', className: 'try-button', ariaLabel, ariaExpanded: 'false' },
    'Try it',
  );
  let form: HTMLElement | null = null;
  button.addEventListener('click', () => {
    if (form === null) {
      form = makeForm(operation, path, accept);
      tabs.before(form);
    } else {
      form.hidden = !form.hidden;
    }
    button.ariaExpanded = String(!form.hidden);
    if (!form.hidden) form.querySelector('input')?.focus();
  });
  tabs.before(button);
}

function makeForm(operation: string, path: string, accept: string | null): HTMLElement {
  const id = `try-${forms++}`;
  const label = make('label', { htmlFor: id }, 'Path and query');
  const text = { type: 'text', spellcheck: false, autocomplete: 'off', maxLength: 2_000, required: true } as const;
  const input = make('input', { ...text, id, value: path });
  const send = make('button', { ariaLabel: `Send: ${operation}` }, 'Send');
  const outcome = make('p', { className: 'facts-line', role: 'status' });
  const answer = make('pre', { tabIndex: 0, hidden: true });
  const form = make('form', { className: 'try-it' }, label, input, send, outcome, answer);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    outcome.textContent = 'Waiting for the answer…';
    const response = await request(input.value, accept);
    outcome.textContent = response.outcome;
    answer.textContent = response.text;
    answer.hidden = response.text === '';
    send.disabled = false;
  });
  return form;
}

async function request(path: string, accept: string | null): Promise<{ outcome: string; text: string }> {
  const url = URL.canParse(path, location.origin) ? new URL(path, location.origin) : null;
  if (url?.origin !== location.origin)
    return { outcome: 'Only requests to this service can be sent from here.', text: '' };
  const started = performance.now();
  try {
    const response = await fetch(url, { headers: accept === null ? {} : { accept } });
    const text = await response.text();
    const ms = Math.round(performance.now() - started);
    const left = response.headers.get('RateLimit');
    const outcome = [`${response.status}`, `${ms} ms`, `${text.length.toLocaleString('en-US')} characters`];
    return { outcome: [...outcome, ...(left ? [`RateLimit: ${left}`] : [])].join(' · '), text: readable(text) };
  } catch {
    return { outcome: 'No answer: are you online?', text: '' };
  }
}

function readable(text: string): string {
  let formatted = text;
  try {
    formatted = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Show an answer other than JSON unchanged.
  }
  return formatted.length > MAX_SHOWN_CHARACTERS ? `${formatted.slice(0, MAX_SHOWN_CHARACTERS)}\n…` : formatted;
}
