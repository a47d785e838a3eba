import { isObject } from './ask-api.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { hostOf } from './host-of.ts';
import { readEvents } from './read-events.ts';
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
    const mine = ++latest;
    const isLatest = () => mine === latest;
    const host = hostOf(input.value);
    const page = `${form.getAttribute('action')}?${new URLSearchParams({ domain: input.value.trim() })}`;
    const addStep = startProgress(progress, `Visiting ${host} …`);
    result.setAttribute('aria-busy', 'true');
    const problem = await follow(`${form.dataset['visit']}/${encodeURIComponent(host)}`, (step) => {
      if (isLatest()) addStep(step);
    });
    if (!isLatest()) return;
    if (problem === null) await showPage(page, result);
    else result.replaceChildren(paragraph('warning-line', problem));
    if (!isLatest()) return;
    progress.replaceChildren();
    result.removeAttribute('aria-busy');
    history.pushState(null, '', page);
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
  const steps = document.createElement('ol');
  steps.className = 'progress';
  progress.replaceChildren(paragraph('progress-heading', heading), steps);
  return (step) => {
    const item = document.createElement('li');
    item.textContent = step;
    steps.append(item);
  };
}

function paragraph(className: string, text: string): HTMLElement {
  const made = document.createElement('p');
  made.className = className;
  made.textContent = text;
  return made;
}

/** Follows a visit to its end. Returns null if it has a result, or else the reason as a sentence. */
async function follow(address: string, onStep: (step: string) => void): Promise<string | null> {
  try {
    const response = await fetch(address, { headers: { accept: 'text/event-stream' } });
    if (!response.ok || !response.body) return detailOf(await response.json());
    for await (const { event, data } of readEvents(response.body)) {
      if (event === 'result') return null;
      if (event === 'problem') return detailOf(data);
      if (isObject(data)) onStep(String(data['message']));
    }
    return BROKEN;
  } catch {
    return BROKEN;
  }
}

function detailOf(problem: unknown): string {
  return isObject(problem) && typeof problem['detail'] === 'string' ? problem['detail'] : BROKEN;
}

/** Extracts the result from its page. The page contains escaped text only. */
async function showPage(page: string, result: HTMLElement): Promise<void> {
  const response = await fetch(page, { headers: { accept: 'text/html' } });
  const parsed = await readPage(response);
  const made = parsed.querySelector('#result');
  result.replaceChildren(...(made ? document.adoptNode(made).childNodes : []));
  document.title = parsed.title || document.title;
}
