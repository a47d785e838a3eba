import { render } from 'preact';
import type { FoundLink } from '../../directory/link.ts';
import { FileLinks } from '../components/FileLinks.tsx';
import { SearchResults } from '../components/SearchResults.tsx';
import type { Highlight } from '../views/search/highlight.ts';
import { linkView } from '../views/search/link-view.ts';
import { RESULTS_AT_ONCE, type ResultsGiven, resultsView } from '../views/search/results-view.ts';
import { domainOfQuery } from './domain-of-query.ts';
import { openFind } from './find.ts';
import { type Find, type Found, hitView } from './hit.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { findExact, searchLinks } from './search-api.ts';

/** Nobody notices a quicker search. */
const SLOW_MS = 400;
/** The API is not asked for links while somebody types. */
const PAUSE_MS = 300;
const FILTERS = ['verified', 'featured'] as const;

const [form, count, sites, more, inFiles, hint] = (
  ['main form', '#results > [aria-live]', '#found', '#more', '#in-files', '#search-hint'] as const
).map((selector) => document.querySelector<HTMLElement>(selector));
const input = form?.querySelector('input');
if (form instanceof HTMLFormElement && input && count && sites && more && inFiles && hint) {
  start({ form, input, count, sites, more, inFiles, hint });
}

interface Places extends Readonly<Record<'count' | 'sites' | 'more' | 'inFiles' | 'hint', HTMLElement>> {
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
}

interface Engine {
  readonly find: Find;
  highlighterFor(...queries: readonly string[]): Highlight;
}

/** A search with its results. */
interface Outcome extends Pick<ResultsGiven, 'exact'> {
  readonly query: string;
  readonly found: Found;
  readonly highlight: Highlight;
}

function start({ form, input, count, sites, more, inFiles, hint }: Places): void {
  let engine: Promise<Engine> | null = null;
  let exact: ResultsGiven['exact'] = null;
  let limit = RESULTS_AT_ONCE;
  const run = oneAtATime(search);
  const open = () => {
    engine ??= openEngine();
    return engine;
  };
  const changed = () => {
    limit = RESULTS_AT_ONCE;
    return run();
  };

  async function search(isLatest: () => boolean): Promise<void> {
    const query = input.value.trim();
    const chosen = new FormData(form);
    const filters = { verified: chosen.has('verified'), featured: chosen.has('featured') };
    // The address names the search, so that it can be shared.
    const kept = new URLSearchParams({ ...(query && { q: query }), ...flags(filters) });
    history.replaceState(null, '', kept.size > 0 ? `?${kept}` : location.pathname);
    hint.hidden = query !== '';
    if (query === '') return clear('');
    const domain = domainOfQuery(query);
    const slow = setTimeout(() => {
      if (isLatest()) count.textContent = 'Searching…';
    }, SLOW_MS);
    try {
      const { find, highlighterFor } = await open();
      const found = await find({ query, filters, limit });
      if (!isLatest()) return;
      const highlight = highlighterFor(query, found.suggestion ?? '');
      const outcome = { query, found, exact: exact?.domain === domain ? exact : null, highlight };
      if (domain === null || found.total > 0) show(outcome);
      void addFromApi(outcome, domain, isLatest);
    } catch {
      // The next search opens the index again.
      engine = null;
      if (isLatest()) showFailure();
    } finally {
      clearTimeout(slow);
    }
  }

  /** Adds the site of the name and the links inside files, which may come later than the results. */
  async function addFromApi(outcome: Outcome, domain: string | null, isLatest: () => boolean): Promise<void> {
    const { query, found, highlight } = outcome;
    if (domain === null) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const links = isLatest() ? await searchLinks(query) : [];
      if (isLatest()) showLinks(links, highlight);
      return;
    }
    if (exact?.domain !== domain) exact = await findExact(domain, found.hits);
    if (!isLatest()) return;
    show({ ...outcome, exact });
    showLinks([]);
  }

  function show({ query, found, exact: shown, highlight }: Outcome): void {
    const { total, hits, hasMore = false, suggestion = null } = found;
    const view = resultsView({ query, total, hasMore, sites: hits.map(hitView), exact: shown, suggestion });
    count.textContent = view.count;
    render(<SearchResults results={view} highlight={highlight} />, sites);
    showMore(hasMore || total > hits.length);
  }

  function showMore(isMore: boolean): void {
    render(isMore && <Button label="Show more" look="quiet-button" onClick={addMore} />, more);
  }

  function showLinks(links: readonly FoundLink[], highlight?: Highlight): void {
    render(<FileLinks links={links.flatMap((link) => linkView(link) ?? [])} highlight={highlight} />, inFiles);
  }

  function showFailure(): void {
    clear('The search could not be reached.');
    render(<Button label="Try again" onClick={retry} />, sites);
  }

  function clear(message: string): void {
    count.textContent = message;
    render(null, sites);
    showMore(false);
    showLinks([]);
  }

  /** The button keeps the focus. After the last results it is gone, and the first added result takes the focus. */
  async function addMore(): Promise<void> {
    const shown = siteLinks(sites).length;
    limit += RESULTS_AT_ONCE;
    await run();
    if (!more.firstElementChild) siteLinks(sites)[shown]?.focus();
  }

  /** The button disappears, so the focus returns to the search box. */
  function retry(): void {
    input.focus();
    void changed();
  }

  fillForm(form, input);
  input.addEventListener('input', changed);
  input.addEventListener('focus', open);
  form.addEventListener('change', (event) => event.target !== input && void changed());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void changed();
  });
  document.addEventListener('keydown', (event) => moveFocus(event, [input, ...siteLinks(document)]));
  const given = new URLSearchParams(location.search);
  const isRendered = sites.childElementCount > 0;
  if (input.value !== '' && (!isRendered || given.has('featured'))) void changed();
  else if (isRendered && !given.has('page') && more.querySelector('a[rel="next"]')) {
    more.replaceChildren();
    showMore(true);
  }
}

function Button({ label, look, onClick }: { readonly label: string; readonly look?: string; onClick(): void }) {
  return (
    <button type="button" class={look} onClick={onClick}>
      {label}
    </button>
  );
}

async function openEngine(): Promise<Engine> {
  const [find, { highlighterFor }] = await Promise.all([openFind(), import('../views/search/highlight.ts')]);
  return { find, highlighterFor };
}

/** The parts of the address that the page was rendered without. */
function fillForm(form: HTMLFormElement, input: HTMLInputElement): void {
  const given = new URLSearchParams(location.search);
  if (!input.value) input.value = given.get('q') ?? '';
  for (const name of FILTERS) {
    const box = form.elements.namedItem(name);
    if (box instanceof HTMLInputElement && given.has(name)) box.checked = true;
  }
}

function flags(filters: Readonly<Record<(typeof FILTERS)[number], boolean>>): Record<string, string> {
  return Object.fromEntries(FILTERS.flatMap((name) => (filters[name] ? [[name, '1']] : [])));
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
