import type { Highlight } from '../views/search/highlight.ts';
import { RESULTS_AT_ONCE, type ResultsGiven } from '../views/search/results-view.ts';
import { domainOfQuery } from './domain-of-query.ts';
import type { Filters, Find } from './find.ts';
import { findExact } from './find-exact.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { openFind } from './open-find.ts';
import { searchLinks } from './search-links.ts';
import { createSearchScreen, type Outcome, type ScreenPlaces, type SearchScreen } from './search-screen.tsx';

/** What a quicker search takes nobody notices. */
const SLOW_MS = 400;
/** What the API is asked beside the search waits until nobody types. */
const PAUSE_MS = 300;
const FILTERS = ['verified', 'featured'] as const;

const places = findPlaces();
if (places) start(places);

interface Places extends ScreenPlaces {
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
  readonly hint: HTMLElement;
}

function findPlaces(): Places | null {
  const place = (selector: string) => document.querySelector<HTMLElement>(selector);
  const form = document.querySelector<HTMLFormElement>('main form');
  const [input, count, found] = [form?.querySelector('input'), place('#results > [aria-live]'), place('#found')];
  const [more, inFiles, hint] = [place('#more'), place('#in-files'), place('#search-hint')];
  if (!(form && input && count && found && more && inFiles && hint)) return null;
  return { form, input, count, found, more, inFiles, hint };
}

interface Engine {
  readonly find: Find;
  highlighterFor(...queries: readonly string[]): Highlight;
}

function start(places: Places): void {
  const { form, input, found: sites, more } = places;
  const given = new URLSearchParams(location.search);
  fillForm(form, input, given);
  const screen = createSearchScreen(places, { onMore: () => void addMore(), onRetry: retry });
  const { open, search } = createSearch(places, screen);
  let limit = RESULTS_AT_ONCE;
  const run = oneAtATime((isLatest) => search(limit, isLatest));

  async function changed(): Promise<void> {
    limit = RESULTS_AT_ONCE;
    await run();
  }

  /** The button keeps the focus; after the last results, the first of those that it has added takes it. */
  async function addMore(): Promise<void> {
    const shown = siteLinks(sites).length;
    limit += RESULTS_AT_ONCE;
    await run();
    if (!more.firstElementChild) siteLinks(sites)[shown]?.focus();
  }

  /** The button disappears with its message, so the focus returns to the search box. */
  function retry(): void {
    input.focus();
    void changed();
  }

  input.addEventListener('input', changed);
  input.addEventListener('focus', open);
  form.addEventListener('change', (event) => event.target !== input && void changed());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void changed();
  });
  document.addEventListener('keydown', (event) => moveFocus(event, [input, ...siteLinks(document)]));
  const isRendered = sites.childElementCount > 0;
  if (input.value !== '' && (!isRendered || given.has('featured'))) void changed();
  else if (isRendered && !given.has('page') && more.querySelector('a[rel="next"]')) {
    more.replaceChildren();
    screen.showMore(true);
  }
}

/** Searches for what the form asks, and shows it. */
function createSearch({ form, input, hint }: Pick<Places, 'form' | 'input' | 'hint'>, screen: SearchScreen) {
  let engine: Promise<Engine> | null = null;
  let known: ResultsGiven['exact'] = null;
  const open = () => {
    engine ??= openEngine();
    return engine;
  };

  async function search(limit: number, isLatest: () => boolean): Promise<void> {
    const query = input.value.trim();
    const filters = filtersOf(form);
    remember(query, filters);
    hint.hidden = query !== '';
    if (query === '') return screen.clear();
    const domain = domainOfQuery(query);
    let outcome: Outcome | null = null;
    const slow = setTimeout(() => {
      if (isLatest() && !outcome) screen.showSlow();
    }, SLOW_MS);
    try {
      const { find, highlighterFor } = await open();
      await find({ query: domain ?? query, filters, limit }, (found) => {
        const exact = known?.domain === domain ? known : null;
        outcome = { query, found, exact, highlight: highlighterFor(query, found.suggestion ?? '') };
        if (isLatest() && (domain === null || found.total !== 0)) screen.show(outcome);
      });
      if (outcome && isLatest()) void addFromApi(outcome, domain, isLatest);
    } catch {
      // The next search tries the indexes again.
      engine = null;
      if (isLatest()) screen.showFailure();
    } finally {
      clearTimeout(slow);
    }
  }

  /** The site of the name, and what is inside the files: both may come later than the results, or not at all. */
  async function addFromApi(outcome: Outcome, domain: string | null, isLatest: () => boolean): Promise<void> {
    const { query, found, highlight } = outcome;
    const links = wait(PAUSE_MS).then(() => (isLatest() && domain === null ? searchLinks(query) : []));
    if (domain !== null && known?.domain !== domain) known = await findExact(domain, found.hits);
    if (domain !== null && isLatest()) screen.show({ ...outcome, exact: known });
    const shown = await links;
    if (isLatest()) screen.showLinks(shown, highlight);
  }

  return { open, search };
}

/** What the address asks for, where the page was rendered without it. */
function fillForm(form: HTMLFormElement, input: HTMLInputElement, given: URLSearchParams): void {
  if (!input.value) input.value = given.get('q') ?? '';
  for (const name of FILTERS) {
    const box = form.elements.namedItem(name);
    if (box instanceof HTMLInputElement && given.has(name)) box.checked = true;
  }
}

async function openEngine(): Promise<Engine> {
  const [find, { highlighterFor }] = await Promise.all([openFind(), import('../views/search/highlight.ts')]);
  return { find, highlighterFor };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function filtersOf(form: HTMLFormElement): Filters {
  const chosen = new FormData(form);
  return { verified: chosen.has('verified'), featured: chosen.has('featured') };
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

function siteLinks(within: ParentNode): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('#results a.site-name, #in-files a.file-link')];
}

/** Arrows move from the box through the results and back; Escape returns to the box. */
function moveFocus(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  if (at < 0) return;
  const next = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : event.key === 'Escape' ? 0 : -1;
  const stop = stops[next];
  if (!stop || next === at) return;
  event.preventDefault();
  stop.focus();
}
