import { paths } from '../../directory/urls.ts';
import type { Answer } from './built-search.tsx';
import { oneAtATime } from './one-at-a-time.ts';

/** Pause after typing before the search. */
const PAUSE_MS = 200;
/** Time after which a search counts as slow. */
const SLOW_MS = 400;

const NOTHING: Answer = { count: '', nodes: [] };

const [form, count, answer, hint] = (['main form', '#count', '#answer', '#search-hint'] as const).map((selector) =>
  document.querySelector<HTMLElement>(selector),
);
const input = form?.querySelector('input');
if (form && input && count && answer && hint) start({ form, input, count, answer, hint });

interface Places extends Readonly<Record<'form' | 'count' | 'answer' | 'hint', HTMLElement>> {
  readonly input: HTMLInputElement;
}

/** Shows the results of the search page while the user types. */
function start({ form, input, count, answer, hint }: Places): void {
  const run = oneAtATime(async (isLatest) => {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (!isLatest()) return;
    const query = input.value.trim();
    // Put the query into the URL, so that it can be shared.
    history.replaceState(null, '', query === '' ? location.pathname : paths.searchFor(query));
    hint.hidden = query !== '';
    const slow = setTimeout(() => {
      if (isLatest()) count.textContent = 'Searching…';
    }, SLOW_MS);
    const found = query === '' ? NOTHING : await search(query).catch(() => failure());
    clearTimeout(slow);
    if (isLatest()) show(found);
  });

  function show({ count: text, nodes }: Answer): void {
    count.textContent = text;
    answer.replaceChildren(...nodes);
  }

  function failure(): Answer {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Try again';
    // The button disappears, so the focus returns to the search box.
    button.addEventListener('click', () => {
      input.focus();
      void run();
    });
    return { count: 'The search could not be reached.', nodes: [button] };
  }

  input.value ||= new URLSearchParams(location.search).get('q') ?? '';
  input.addEventListener('input', run);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  document.addEventListener('keydown', (event) => moveFocus(event, [input, ...linksOf(answer)]));
  // The host has no server, or the user typed before this script loaded.
  if (input.value.trim() !== answer.dataset['query']) void run();
}

/** Searches by the server, or by the built index without a server. */
async function search(query: string): Promise<Answer> {
  const rendered = await askServer(query).catch(() => null);
  return rendered ?? (await (await import('./built-search.tsx')).searchIndex(query));
}

/** Returns null if the host has only the built page. */
async function askServer(query: string): Promise<Answer | null> {
  const text = await (await fetch(paths.searchFor(query))).text();
  const page = new DOMParser().parseFromString(text, 'text/html');
  const found = page.querySelector<HTMLElement>('#answer');
  if (found?.dataset['query'] !== query) return null;
  return { count: page.querySelector('#count')?.textContent ?? '', nodes: [...found.childNodes] };
}

function linksOf(answer: HTMLElement): HTMLElement[] {
  return [...answer.querySelectorAll<HTMLElement>('a.site-name, a.file-link')];
}

/** Arrow keys move between the box and the results. Escape returns to the box. */
function moveFocus(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  if (at < 0) return;
  const next = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : event.key === 'Escape' ? 0 : -1;
  const stop = stops[next];
  if (!stop || next === at) return;
  event.preventDefault();
  stop.focus();
}
