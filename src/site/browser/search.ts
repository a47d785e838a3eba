import { element } from './element.ts';
import { findByApi } from './find-by-api.ts';
import type { Filters, Find, Found, Hit } from './found.ts';
import { openIndexes } from './search-indexes.ts';

const form = document.querySelector<HTMLFormElement>('main form.one-box');
const input = form?.querySelector<HTMLInputElement>('input[name="q"]');
const results = document.querySelector<HTMLElement>('#results');

if (form && input && results) start(form, input, results);

function start(form: HTMLFormElement, input: HTMLInputElement, results: HTMLElement): void {
  let find: Promise<Find> | null = null;
  let asked = 0;
  const verified = element('input', { type: 'checkbox', name: 'verified', value: '1' });
  const featured = element('input', { type: 'checkbox', name: 'featured', value: '1' });
  form.append(
    element(
      'p',
      { class: 'filters' },
      element('label', {}, verified, ' Verified only'),
      element('label', {}, featured, ' Featured only'),
    ),
  );

  const hint = document.querySelector('#search-hint');
  if (hint)
    hint.textContent =
      'Results come as you type. Quotes keep words together; the arrow keys walk through what was found.';
  const given = new URLSearchParams(location.search);
  verified.checked = given.has('verified');
  featured.checked = given.has('featured');
  if (!input.value) input.value = given.get('q') ?? '';

  let isBusy = false;
  /** What is typed while a search is under way is searched for after it, at once: the last of it. */
  const search = async () => {
    asked++;
    if (isBusy) return;
    isBusy = true;
    for (let done = 0; done !== asked; ) {
      done = asked;
      const mine = done;
      const query = input.value.trim();
      const filters = { verified: verified.checked, featured: featured.checked };
      remember(query, filters);
      if (query === '') {
        results.replaceChildren();
        continue;
      }
      find ??= openFind();
      let shown: Found['hits'] = [];
      try {
        await (await find)(query, filters, (found) => {
          if (mine !== asked) return;
          if (isMore(found.hits, shown)) append(results, found, shown.length);
          else show(results, query, found);
          shown = found.hits;
        });
      } catch {
        // What stood in the way of the indexes may be gone as well.
        find = null;
        if (mine === asked) showUnreached(results, tryAgain);
      }
    }
    isBusy = false;
  };
  /** The button goes with its message: the focus of whoever has pressed it goes where the search began. */
  const tryAgain = () => {
    input.focus();
    void search();
  };
  for (const box of [verified, featured]) box.addEventListener('change', search);
  input.addEventListener('input', search);
  input.addEventListener('focus', () => {
    find ??= openFind();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void search();
  });
  document.addEventListener('keydown', (event) => move(event, input, results));
  // A page that was rendered with its results needs nothing more.
  if (input.value !== '' && results.childElementCount === 0) void search();
}

/** The indexes that came with the pages; the API where they cannot be used. */
async function openFind(): Promise<Find> {
  try {
    const find = await openIndexes();
    return (query, filters, tell) => find(query, filters, tell).catch(() => findByApi(query, filters, tell));
  } catch {
    return findByApi;
  }
}

function show(results: HTMLElement, query: string, { total, hits }: Found): void {
  const count = element('p', { class: 'facts-line' }, tellCount(total, hits.length));
  if (hits.length > 0) {
    results.replaceChildren(count, element('ol', { class: 'sites' }, ...hits.map(row)));
    return;
  }
  const domain = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+)/i.exec(query)?.[1]?.toLowerCase();
  const help = element(
    'p',
    { class: 'empty' },
    'Nothing was found. Try fewer or other words, or the start of an address. ',
  );
  if (domain) help.append(element('a', { href: `/domain/${domain}` }, `Look up ${domain}`));
  results.replaceChildren(count, help);
}

function showUnreached(results: HTMLElement, tryAgain: () => void): void {
  const again = element('button', { type: 'button' }, 'Try again');
  again.addEventListener('click', tryAgain);
  results.replaceChildren(element('p', { class: 'empty' }, 'The search could not be reached. ', again));
}

/** True when results begin with those that are shown already: who walks through them keeps the place. */
function isMore(hits: readonly Hit[], shown: readonly Hit[]): boolean {
  return shown.length > 0 && shown.every(({ domain }, at) => domain === hits[at]?.domain);
}

function append(results: HTMLElement, { total, hits }: Found, from: number): void {
  results.querySelector('.facts-line')?.replaceChildren(tellCount(total, hits.length));
  results.querySelector('ol')?.append(...hits.slice(from).map(row));
}

function tellCount(total: number | null, shown: number): string {
  if (total === null) return `The first ${shown} results`;
  const counted = `${total} ${total === 1 ? 'result' : 'results'}`;
  return total > shown ? `${counted}; the first ${shown} are shown` : counted;
}

function row(hit: Hit): HTMLElement {
  const line = element(
    'div',
    { class: 'site-line' },
    element('a', { class: 'site-name', href: `/domain/${hit.domain}` }, hit.domain),
  );
  if (hit.verified) line.append(element('span', { class: 'verified' }, 'Verified'));
  if (hit.featured) line.append(element('span', { class: 'tier featured' }, 'Featured'));
  const about = element('p', { class: 'site-about' });
  if (hit.name) about.append(element('bdi', { class: 'site-own-name' }, hit.name));
  if (hit.about) about.append(element('bdi', {}, hit.about));
  return element(
    'li',
    {},
    line,
    about,
    element('span', { class: 'site-score', title: 'authority' }, String(hit.authority ?? '–')),
  );
}

/** The address of the page names the search, so that it can be shared. */
function remember(query: string, { verified, featured }: Filters): void {
  const kept = new URLSearchParams({
    ...(query && { q: query }),
    ...(verified && { verified: '1' }),
    ...(featured && { featured: '1' }),
  });
  history.replaceState(null, '', kept.size > 0 ? `?${kept}` : location.pathname);
}

/** Arrows walk from the box through the results and back; Escape returns to the box. */
function move(event: KeyboardEvent, input: HTMLInputElement, results: HTMLElement): void {
  const stops: HTMLElement[] = [input, ...results.querySelectorAll<HTMLElement>('a.site-name')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? stops.indexOf(focused) : -1;
  if (at < 0) return;
  const next = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : event.key === 'Escape' ? 0 : -1;
  const stop = stops[next];
  if (!stop || next === at) return;
  event.preventDefault();
  stop.focus();
}
