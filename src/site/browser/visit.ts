import { isObject } from './answer.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { element } from './element.ts';
import { hostOf } from './host-of.ts';
import { readEvents } from './read-events.ts';

const BROKEN = 'The connection broke before the result came. Try again in a moment.';

/**
 * Makes a form that ends in a page of this site tell meanwhile what is being read. The result is the same page that the form
 * would have opened, so that it is written in one place; `enhance` is told when it stands.
 */
export function followVisits(enhance: (result: HTMLElement) => void): void {
  const form = document.querySelector<HTMLFormElement>('form[data-visit]');
  const result = document.querySelector<HTMLElement>('#result');
  const told = document.querySelector<HTMLElement>('#told');
  const input = form?.querySelector<HTMLInputElement>('input[name="domain"]');
  if (!form || !result || !told || !input) return;
  let latest = 0;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const mine = ++latest;
    const page = `${form.getAttribute('action')}?${new URLSearchParams({ domain: input.value.trim() })}`;
    const steps = element('ol', { class: 'told' });
    told.replaceChildren(element('p', { class: 'told-head' }, `Visiting ${hostOf(input.value)} …`), steps);
    result.setAttribute('aria-busy', 'true');
    const problem = await follow(`${form.dataset['visit']}/${encodeURIComponent(hostOf(input.value))}`, (message) => {
      if (mine === latest) steps.append(element('li', {}, message));
    });
    if (mine !== latest) return;
    if (problem === null) await swap(page, result);
    else result.replaceChildren(element('p', { class: 'warning-line' }, problem));
    if (mine !== latest) return;
    told.replaceChildren();
    result.removeAttribute('aria-busy');
    history.pushState(null, '', page);
    enhance(result);
    addCopyButtons(result);
    const heading = result.querySelector<HTMLElement>('h2, .warning-line');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  });
  addEventListener('popstate', () => location.reload());
}

/** Follows a visit to its end. Null when it has a result; otherwise a sentence that says why not. */
async function follow(address: string, tell: (message: string) => void): Promise<string | null> {
  try {
    const response = await fetch(address, { headers: { accept: 'text/event-stream' } });
    if (!response.ok || !response.body) return detailOf(await response.json());
    for await (const { event, data } of readEvents(response.body)) {
      if (event === 'result') return null;
      if (event === 'problem') return detailOf(data);
      if (isObject(data)) tell(String(data['message']));
    }
    return BROKEN;
  } catch {
    return BROKEN;
  }
}

function detailOf(problem: unknown): string {
  return isObject(problem) && typeof problem['detail'] === 'string' ? problem['detail'] : BROKEN;
}

/** Takes the result out of the page that shows it. What sites wrote is text in it already. */
async function swap(page: string, result: HTMLElement): Promise<void> {
  const response = await fetch(page, { headers: { accept: 'text/html' } });
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
  const made = parsed.querySelector('#result');
  result.replaceChildren(...(made ? document.adoptNode(made).childNodes : []));
  document.title = parsed.title || document.title;
}
