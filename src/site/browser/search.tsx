import { render } from 'preact';
import { SiteList } from '../components/SiteList.tsx';
import { countOf } from '../format/numbers.ts';
import { NO_RESULTS } from '../views/search/no-results.ts';
import { listMarks } from '../views/sites/marks.ts';
import type { SiteView } from '../views/sites/site-view.ts';
import { domainOfQuery } from './domain-of-query.ts';
import { type Filters, type Find, type Found, type Hit, RESULTS_AT_ONCE } from './find.ts';
import { searchByApi } from './search-api.ts';
import { openIndexes } from './search-indexes.ts';

const form = document.querySelector<HTMLFormElement>('main form.one-box');
const input = form?.querySelector<HTMLInputElement>('input[name="q"]');
const results = document.querySelector<HTMLElement>('#results');

if (form && input && results) start(form, input, results);

function start(form: HTMLFormElement, input: HTMLInputElement, results: HTMLElement): void {
  const given = new URLSearchParams(location.search);
  if (!input.value) input.value = given.get('q') ?? '';
  const changed = oneAtATime(search);
  const filtersOf = addFilters(form, { verified: given.has('verified'), featured: given.has('featured') }, changed);
  const hint = document.querySelector('#search-hint');
  if (hint)
    hint.textContent =
      'Results come as you type. Quotes keep words together; the arrow keys walk through what was found.';
  const show = (outcome: Outcome | null) => render(outcome && <Results {...outcome} onRetry={retry} />, results);

  let find: Promise<Find> | null = null;
  const open = () => {
    find ??= openFind();
    return find;
  };

  async function search(isLatest: () => boolean): Promise<void> {
    const query = input.value.trim();
    const filters = filtersOf();
    remember(query, filters);
    if (query === '') {
      show(null);
      return;
    }
    try {
      const request = { query: domainOfQuery(query) ?? query, filters, limit: RESULTS_AT_ONCE };
      await (await open())(request, (found) => {
        if (isLatest()) show({ query, found });
      });
    } catch {
      // The next search tries the indexes again.
      find = null;
      if (isLatest()) show({ query, found: null });
    }
  }

  /** The button disappears with its message, so the focus returns to the search box. */
  function retry(): void {
    input.focus();
    void changed();
  }

  input.addEventListener('input', changed);
  input.addEventListener('focus', open);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void changed();
  });
  document.addEventListener('keydown', (event) => moveFocus(event, input, results));
  // A page that was rendered with its results needs nothing more.
  if (input.value !== '' && results.childElementCount === 0) void changed();
}

/** Calls during a run of `work` make one more run after it. `isLatest` turns false with the first of them. */
function oneAtATime(work: (isLatest: () => boolean) => Promise<void>): () => Promise<void> {
  let calls = 0;
  let isBusy = false;
  return async () => {
    calls++;
    if (isBusy) return;
    isBusy = true;
    for (let done = 0; done !== calls; ) {
      const mine = calls;
      done = mine;
      await work(() => mine === calls);
    }
    isBusy = false;
  };
}

/**
 * The indexes that came with the pages; the API where they cannot be used, and before it is said that nothing was found: it also looks
 * into files and corrects words.
 */
async function openFind(): Promise<Find> {
  try {
    const find = await openIndexes();
    return (request, report) => findOrAsk(find, request, report);
  } catch {
    return searchByApi;
  }
}

async function findOrAsk(find: Find, ...[request, report]: Parameters<Find>): Promise<void> {
  let isEmpty = false;
  try {
    await find(request, (found) => {
      if (found.total === 0) isEmpty = true;
      else report(found);
    });
  } catch {
    return await searchByApi(request, report);
  }
  // A copy of the pages may stand where there is no API.
  if (isEmpty) await searchByApi(request, report).catch(() => report({ total: 0, hits: [] }));
}

/** Adds the boxes that narrow a search, which need a script. Returns what reads them. */
function addFilters(form: HTMLFormElement, given: Filters, onChange: () => void): () => Filters {
  const line = document.createElement('p');
  line.className = 'filters';
  form.append(line);
  const box = (name: keyof Filters, label: string) => (
    <label>
      <input type="checkbox" name={name} value="1" defaultChecked={given[name]} onChange={onChange} /> {label}
    </label>
  );
  render(
    <>
      {box('verified', 'Verified only')}
      {box('featured', 'Featured only')}
    </>,
    line,
  );
  return () => {
    const chosen = new FormData(form);
    return { verified: chosen.has('verified'), featured: chosen.has('featured') };
  };
}

interface Outcome {
  readonly query: string;
  /** Null where nothing could be asked. */
  readonly found: Found | null;
}

function Results({ query, found, onRetry }: Outcome & { readonly onRetry: () => void }) {
  if (!found) {
    return (
      <p class="empty">
        The search could not be reached.{' '}
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  }
  const domain = domainOfQuery(query);
  return (
    <>
      <p class="facts-line">{describeCount(found)}</p>
      {found.suggestion && (
        <p class="exact">
          Did you mean <a href={`/search?q=${encodeURIComponent(found.suggestion)}`}>{found.suggestion}</a>?
        </p>
      )}
      {found.hits.length > 0 ? (
        <SiteList sites={found.hits.map(siteOf)} empty="" />
      ) : (
        <p class="empty">
          {NO_RESULTS} {domain && <a href={`/domain/${domain}`}>Look up {domain}</a>}
        </p>
      )}
    </>
  );
}

function describeCount({ total, hits }: Found): string {
  if (total === null) return `The first ${hits.length} results`;
  const counted = countOf(total, 'result');
  return total > hits.length ? `${counted}; the first ${hits.length} are shown` : counted;
}

function siteOf({ domain, name, about, authority, verified, featured }: Hit): SiteView {
  return {
    domain,
    path: `/domain/${domain}`,
    name,
    about,
    marks: listMarks({ verified, tier: featured ? 'featured' : 'listed', status: 'valid' }),
    authority,
    facts: [],
    tags: [],
  };
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
function moveFocus(event: KeyboardEvent, input: HTMLInputElement, results: HTMLElement): void {
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
