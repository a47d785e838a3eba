import { paths } from '../../directory/urls.ts';
import { searchTitle } from '../content/views/search/search-title.ts';
import type { Answer } from './built-search.tsx';
import { oneAtATime, TYPING_PAUSE_MS } from './one-at-a-time.ts';

/** Time after which a search counts as slow. */
const SLOW_MS = 400;

const NOTHING: Answer = { count: '', nodes: [] };
const FAILURE: Answer = { count: 'The search could not be reached. Press Enter to try again.', nodes: [] };

const [form, count, answer, hint] = (['main form', '#count', '#answer', '#search-hint'] as const).map((selector) =>
  document.querySelector<HTMLElement>(selector),
);
const input = form?.querySelector('input');
const service = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content;

// Show the results of the search page while the user types.
if (form && input && count && answer && hint) {
  const run = oneAtATime(async (isLatest) => {
    await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
    if (!isLatest()) return;
    const query = input.value.trim();
    // Put the query into the URL, so that it can be shared.
    history.replaceState(null, '', query === '' ? location.pathname : toPath(query));
    hint.hidden = query !== '';
    const slow = setTimeout(() => {
      if (isLatest()) count.textContent = 'Searching…';
    }, SLOW_MS);
    const results = query === '' ? NOTHING : await search(query).catch(() => FAILURE);
    clearTimeout(slow);
    if (!isLatest()) return;
    document.title = `${searchTitle(query)} · ${service}`;
    count.textContent = results.count;
    answer.replaceChildren(...results.nodes);
  });

  input.value ||= new URLSearchParams(location.search).get('q') ?? '';
  // Load the index before the first search. The first search reports a failure.
  const load = () => loadBuiltSearch().then(({ loadIndex }) => loadIndex());
  input.addEventListener('focus', () => void load().catch(() => {}), { once: true });
  input.addEventListener('input', run);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  // Search now if the host has no server, or if the user typed before this script loaded.
  if (input.value.trim() !== answer.dataset['query']) void run();
}

function toPath(query: string): string {
  const showsPages = new URLSearchParams(location.search).get('show') === 'pages';
  return `${paths.searchFor(query)}${showsPages ? '&show=pages' : ''}`;
}

const loadBuiltSearch = () => import('./built-search.tsx');

/** Searches by the server, or by the built index if there is no server. */
async function search(query: string): Promise<Answer> {
  const rendered = await askServer(query).catch(() => null);
  return rendered ?? (await (await loadBuiltSearch()).searchIndex(query));
}

/** Requests the results from the server. Returns null if the host has only the built page. */
async function askServer(query: string): Promise<Answer | null> {
  const text = await (await fetch(toPath(query))).text();
  const page = new DOMParser().parseFromString(text, 'text/html');
  const answerPart = page.querySelector<HTMLElement>('#answer');
  if (answerPart?.dataset['query'] !== query) return null;
  return { count: page.querySelector('#count')?.textContent ?? '', nodes: [...answerPart.childNodes] };
}
