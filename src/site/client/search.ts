import { askApi, isObject } from './answer.ts';
import { element } from './element.ts';

/** A result as it is shown, whoever found it. */
interface Hit {
  readonly domain: string;
  readonly name: string;
  readonly about: string;
  readonly authority: string;
  readonly verified: boolean;
  readonly featured: boolean;
}
interface Found {
  readonly total: number;
  readonly hits: readonly Hit[];
}
type Find = (query: string, filters: Filters) => Promise<Found | null>;
interface Filters {
  readonly verified: boolean;
  readonly featured: boolean;
}

/** The part of Pagefind's browser module that is used here. */
interface Pagefind {
  init(): Promise<void>;
  debouncedSearch(
    query: string,
    options: { filters: Record<string, string>; sort: Record<string, 'asc' | 'desc'> },
    waitMs: number,
  ): Promise<{ results: { data(): Promise<{ meta: Record<string, string> }> }[] } | null>;
}

const SHOWN = 20;
/** A person who types is not asked for twice in this time. */
const TYPING_MS = 120;

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

  const search = async () => {
    const query = input.value.trim();
    const filters = { verified: verified.checked, featured: featured.checked };
    const mine = ++asked;
    remember(query, filters);
    if (query === '') {
      results.replaceChildren();
      return;
    }
    find ??= openFind();
    const found = await (await find)(query, filters);
    if (mine === asked && found) show(results, query, found);
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

/** The index that came with the pages; the API where it cannot run. */
async function openFind(): Promise<Find> {
  try {
    const address = '/pagefind/pagefind.js';
    const pagefind: Pagefind = await import(/* @vite-ignore */ address);
    await pagefind.init();
    return (query, filters) => findInIndex(pagefind, query, filters).catch(() => findByApi(query, filters));
  } catch {
    return findByApi;
  }
}

async function findInIndex(pagefind: Pagefind, query: string, filters: Filters): Promise<Found | null> {
  const found = await pagefind.debouncedSearch(
    query,
    {
      filters: { ...(filters.verified && { verified: 'yes' }), ...(filters.featured && { tier: 'featured' }) },
      sort: { position: 'asc' },
    },
    TYPING_MS,
  );
  if (!found) return null;
  const data = await Promise.all(found.results.slice(0, SHOWN).map((result) => result.data()));
  return {
    total: found.results.length,
    hits: data.map(({ meta }) => ({
      domain: meta['title'] ?? '',
      name: meta['name'] ?? '',
      about: meta['about'] ?? '',
      authority: meta['authority'] ?? '',
      verified: meta['verified'] === 'yes',
      featured: meta['tier'] === 'featured',
    })),
  };
}

async function findByApi(query: string, filters: Filters): Promise<Found> {
  const asked = new URLSearchParams({ q: query, per_page: String(SHOWN), ...(filters.verified && { verified: '1' }) });
  const answer = await askApi(`/v1/search?${asked}`);
  if (!answer.ok) return { total: 0, hits: [] };
  const { results, total } = answer.body;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const hits = (Array.isArray(results) ? results : []).filter(isObject).map((record) => ({
    domain: text(record['domain']),
    name: text(record['title']),
    about: text(record['description']) || text(record['summary']),
    authority: record['authority'] === null ? '' : String(record['authority']),
    verified: record['verified'] === true,
    featured: record['tier'] === 'featured',
  }));
  return {
    total: typeof total === 'number' ? total : 0,
    hits: filters.featured ? hits.filter((hit) => hit.featured) : hits,
  };
}

function show(results: HTMLElement, query: string, { total, hits }: Found): void {
  const count = element('p', { class: 'facts-line' }, `${total} ${total === 1 ? 'result' : 'results'}`);
  const shownOf = total > hits.length ? [element('p', { class: 'note' }, `The first ${hits.length} are shown.`)] : [];
  if (hits.length === 0) {
    const domain = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+)/i.exec(query)?.[1]?.toLowerCase();
    const help = element(
      'p',
      { class: 'empty' },
      'Nothing was found. Try fewer or other words, or the start of an address. ',
    );
    if (domain) help.append(element('a', { href: `/domain/${domain}` }, `Look up ${domain}`));
    results.replaceChildren(count, help);
    return;
  }
  results.replaceChildren(count, element('ol', { class: 'sites' }, ...hits.map(row)), ...shownOf);
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
    element('span', { class: 'site-score', title: 'authority' }, hit.authority || '–'),
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
