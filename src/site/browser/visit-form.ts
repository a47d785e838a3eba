import { isObject } from './ask-api.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { make } from './make.ts';
import { parseHost } from './parse-host.ts';
import { readPage } from './show-page.ts';

const BROKEN = 'The connection ended before the result arrived. Try again in a moment.';

/**
 * Shows the progress of a form that leads to a page of this site. The result is the page of the form, so that only the server
 * renders it. `onResult` receives the result.
 */
export function followVisits(onResult: (result: HTMLElement) => void): void {
  const form = document.querySelector<HTMLFormElement>('form[data-visit]');
  const result = document.querySelector<HTMLElement>('#result');
  const progress = document.querySelector<HTMLElement>('#progress');
  const input = form?.querySelector<HTMLInputElement>('input[name="domain"]');
  if (!form || !result || !progress || !input) return;
  let latest = 0;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    if (typed === '') {
      input.value = '';
      form.reportValidity();
      return;
    }
    const mine = ++latest;
    const isLatest = () => mine === latest;
    const host = parseHost(typed);
    const page = `${form.getAttribute('action')}?${new URLSearchParams({ domain: typed })}`;
    const addStep = startProgress(progress, `Visiting ${host} …`);
    result.setAttribute('aria-busy', 'true');
    const problem = await follow(`${form.dataset['visit']}/${encodeURIComponent(host)}`, (step) => {
      if (isLatest()) addStep(step);
    });
    if (!isLatest()) return;
    const { title, nodes } = problem === null ? await readResult(page) : failure(problem);
    if (!isLatest()) return;
    result.replaceChildren(...nodes);
    document.title = title;
    progress.replaceChildren();
    result.removeAttribute('aria-busy');
    // Like a browser, add no entry to the history for the same page.
    if (page === `${location.pathname}${location.search}`) history.replaceState(null, '', page);
    else history.pushState(null, '', page);
    onResult(result);
    addCopyButtons(result);
    const heading = result.querySelector<HTMLElement>('h2, .warning-line');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  });
  addEventListener('popstate', () => location.reload());
}

/** Starts the list of steps. Returns a function that adds a step. */
function startProgress(progress: HTMLElement, heading: string): (step: string) => void {
  const steps = make('ol', { className: 'progress' });
  progress.replaceChildren(make('p', { className: 'progress-heading' }, heading), steps);
  return (step) => steps.append(make('li', {}, step));
}

/**
 * Follows a visit to its end. Resolves to null if the page of the form has the result or the reason of a refusal, or else to the
 * reason as a sentence.
 */
function follow(address: string, onStep: (step: string) => void): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const events = new EventSource(address);
  events.addEventListener('progress', ({ data }) => onStep(JSON.parse(data).message));
  events.addEventListener('result', () => resolve(null));
  events.addEventListener('problem', ({ data }) => resolve(findDetail(JSON.parse(data))));
  // The browser closes the source after a refusal, and would repeat the request after a lost connection.
  events.addEventListener('error', () => resolve(events.readyState === EventSource.CLOSED ? null : BROKEN));
  return promise.finally(() => events.close());
}

function findDetail(problem: unknown): string {
  return isObject(problem) && typeof problem['detail'] === 'string' ? problem['detail'] : BROKEN;
}

interface Shown {
  readonly title: string;
  readonly nodes: readonly Node[];
}

function failure(reason: string): Shown {
  return { title: document.title, nodes: [make('p', { className: 'warning-line' }, reason)] };
}

/** Reads the result from its page. Returns the reason if the page cannot be read or has no result. The page contains escaped text only. */
async function readResult(page: string): Promise<Shown> {
  try {
    const parsed = await readPage(await fetch(page, { headers: { accept: 'text/html' } }));
    const made = parsed.querySelector('#result');
    if (!made) return failure(parsed.querySelector('.lede')?.textContent ?? BROKEN);
    return { title: parsed.title, nodes: [...document.adoptNode(made).childNodes] };
  } catch {
    return failure(BROKEN);
  }
}
