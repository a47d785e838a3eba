import { render } from 'preact';
import { SiteList } from '../components/SiteList.tsx';
import { countOf } from '../format/numbers.ts';
import { askApi } from './ask-api.ts';
import { hitView } from './hit.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { hitOf } from './search-api.ts';

/** Sites that are shown at first, and with each press of the button. */
const PER_PAGE = 100;
const EMPTY = 'No listed site has all of this. Leave something out.';

const form = document.querySelector<HTMLFormElement>('#filters');
const [count, found, more] = ['#list-count', '#found', '#more'].map((id) => document.querySelector<HTMLElement>(id));
if (form && count && found && more) start(form, { count, found, more });

interface Places {
  readonly count: HTMLElement;
  readonly found: HTMLElement;
  readonly more: HTMLElement;
}

/** Several filters together are asked of the API: no page of them is built ahead. */
function start(form: HTMLFormElement, { count, found, more }: Places): void {
  let page = 1;
  let shown: ReturnType<typeof hitView>[] = [];
  const run = oneAtATime(list);

  async function list(isLatest: () => boolean): Promise<void> {
    const asked = filtersOf(form);
    count.textContent = 'Listing…';
    const answer = await askApi(
      `/v1/domains?${new URLSearchParams([...asked, ['page', String(page)], ['per_page', String(PER_PAGE)]])}`,
    );
    if (!isLatest()) return;
    if (!answer.ok) {
      count.textContent = answer.detail;
      return;
    }
    const { total, results, total_is_estimate } = answer.body;
    const sites = (Array.isArray(results) ? results : []).map(hitOf).map(hitView);
    shown = [...shown, ...sites];
    const all = typeof total === 'number' ? total : 0;
    count.textContent = `${total_is_estimate === true ? 'More than ' : ''}${countOf(all, 'listed site')}`;
    // What the page was built with is not Preact's to change.
    if (shown.length === sites.length) found.replaceChildren();
    render(<SiteList sites={shown} empty={EMPTY} />, found);
    showMore(sites.length === PER_PAGE && page * PER_PAGE < all);
  }

  function showMore(hasMore: boolean): void {
    more.replaceChildren();
    if (!hasMore) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Show more';
    button.addEventListener('click', () => {
      page += 1;
      void run();
    });
    more.append(button);
  }

  function restart(first = 1): void {
    page = first;
    shown = [];
    const heading = document.querySelector('h1');
    if (heading) heading.textContent = titleOf(form);
    document.querySelector('.sorts')?.remove();
    void run();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    history.replaceState(null, '', `${location.pathname}?${filtersOf(form)}`);
    closeFilters(form);
    restart();
  });
  // An address that somebody has shared, on a host that does not render.
  const given = new URLSearchParams(location.search);
  const isAsked = [...form.elements].some((field) => 'name' in field && given.has(String(field.name)));
  if (isAsked && !isRendered(form, given)) {
    fill(form, given);
    restart(Math.max(1, Number.parseInt(given.get('page') ?? '1', 10) || 1));
  }
}

/** What is chosen, without what is left open. */
function filtersOf(form: HTMLFormElement): URLSearchParams {
  const chosen = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return new URLSearchParams(chosen);
}

/** What is chosen, in the words of the heading that the server gives such a list. */
function titleOf(form: HTMLFormElement): string {
  const names = [...form.elements].flatMap((field) => {
    if (field instanceof HTMLInputElement) return field.checked ? [field.labels?.[0]?.textContent?.trim()] : [];
    if (!(field instanceof HTMLSelectElement) || field.name === 'sort' || field.value === '') return [];
    const [option] = field.selectedOptions;
    return [option?.dataset['name'] ?? option?.text];
  });
  return names.length === 0 ? 'Browse' : names.join(', ');
}

/** Open, they are higher than the screen of a phone, and nobody would see what they have found. */
function closeFilters(form: HTMLFormElement): void {
  const details = form.closest('details');
  if (!details) return;
  details.open = false;
  // The focus is on a field or a button that is no longer there.
  details.querySelector('summary')?.focus({ preventScroll: true });
  details.scrollIntoView({ block: 'nearest' });
}

/** Has the server filled the form already, and then the list too? */
function isRendered(form: HTMLFormElement, given: URLSearchParams): boolean {
  const chosen = filtersOf(form);
  return [...given].every(
    ([name, value]) =>
      form.elements.namedItem(name) === null || chosen.get(name)?.toLowerCase() === value.toLowerCase(),
  );
}

/** A value that the form does not offer is asked for all the same. */
function choose(field: HTMLSelectElement, value: string): void {
  const offered = [...field.options].find((option) => option.value.toLowerCase() === value.toLowerCase());
  if (offered) offered.selected = true;
  else field.add(new Option(value, value, true, true));
}

function fill(form: HTMLFormElement, given: URLSearchParams): void {
  for (const [name, value] of given) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement) choose(field, value);
    if (field instanceof HTMLInputElement) field.checked = value === field.value;
  }
}
