import { render } from 'preact';
import type { SiteView } from '../content/views/sites/site-view.ts';
import { make } from './make.ts';
import { oneAtATime, TYPING_PAUSE_MS } from './one-at-a-time.ts';
import { askIndex } from './site-index.ts';

/** Most suggestions, which fit above a phone's keyboard. */
const MAX_SUGGESTIONS = 6;
const MIN_CHARACTERS = 2;

/** Shows sites whose name or title matches the input, as the list of a combobox (WAI-ARIA 1.2). */
export function addSuggestions(box: HTMLInputElement): void {
  const list = addList(box);
  let sites: readonly SiteView[] = [];
  let active = -1;
  let timesShown = 0;

  function show(found: readonly SiteView[], chosen = -1): void {
    timesShown++;
    sites = found;
    active = chosen;
    list.hidden = sites.length === 0;
    box.setAttribute('aria-expanded', String(sites.length > 0));
    const options = sites.map(({ domain, name }, at) => (
      <div key={domain} id={toId(at)} role="option" aria-selected={at === active} tabIndex={-1}>
        <span class="site-name">{domain}</span> {name && <bdi class="quiet">{name}</bdi>}
      </div>
    ));
    render(options, list);
    if (active < 0) box.removeAttribute('aria-activedescendant');
    else box.setAttribute('aria-activedescendant', toId(active));
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  }
  const toId = (at: number) => `${list.id}-${at}`;
  const close = () => show([]);

  const suggest = oneAtATime(async (isLatest) => {
    const before = timesShown;
    await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
    const query = box.value.trim();
    if (!isLatest()) return;
    if (query.length < MIN_CHARACTERS) return close();
    const hits = await askIndex((index) => index.suggest(query, MAX_SUGGESTIONS)).catch(() => []);
    // Drop results that arrive after a key closed the list or chose a site.
    if (isLatest() && timesShown === before && document.activeElement === box) show(hits);
  });

  // Suggest now, because the user may type before this script loads.
  if (box.value !== '') void suggest();
  box.addEventListener('input', () => void suggest());
  box.addEventListener('blur', close);
  // Keep the focus in the box during a click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role="option"]') : null;
    const site = sites.find((_, at) => toId(at) === option?.id);
    if (site) open(site);
  });
  box.addEventListener('keydown', (event) => {
    const { key } = event;
    const chosen = sites[active];
    if (key === 'ArrowDown' && list.hidden) void suggest();
    else if (list.hidden) return;
    else if (key === 'ArrowDown') show(sites, active + 1 < sites.length ? active + 1 : -1);
    else if (key === 'ArrowUp') show(sites, active < 0 ? sites.length - 1 : active - 1);
    else if (key === 'Escape') close();
    else if (key === 'Enter' && chosen) open(chosen);
    else return;
    event.preventDefault();
  });
}

const open = ({ path }: SiteView) => location.assign(path);

function addList(box: HTMLInputElement): HTMLElement {
  const id = `${box.name}-${box.closest('header') ? 'header' : 'main'}-suggestions`;
  const list = make('div', { id, className: 'suggestions', role: 'listbox', ariaLabel: 'Sites', hidden: true });
  box.form?.append(list);
  box.setAttribute('aria-controls', list.id);
  return list;
}
