import { codeLanguage } from './code-language.ts';
import { make } from './make.ts';
import { readStored, store } from './stored.ts';

/**
 * Alternatives of a document become tabs: consecutive blocks of code, and the sections of a `.choices`. The browser stores the
 * choice for all groups of one kind. Without a script, the tabs form a column.
 */

interface Alternative {
  readonly name: string;
  readonly content: readonly Element[];
}

/** Start of the names of stored choices. */
const KEY = 'docs-tab-';
/** Tabs of each group with their names, by kind. */
const groups = new Map<string, Map<string, HTMLElement>[]>();

for (const first of document.querySelectorAll(':is(.prose, .example) > .copyable')) {
  if (first.previousElementSibling?.matches('.copyable')) continue;
  const blocks = [first];
  for (let next = first.nextElementSibling; next?.matches('.copyable'); next = next.nextElementSibling) {
    blocks.push(next);
  }
  const alternatives = blocks.map((block) => ({ name: codeLanguage(block), content: [block] }));
  // Skip blocks with equal languages, because they are steps.
  const languages = new Set(alternatives.map(({ name }) => name).filter((name) => name !== ''));
  if (blocks.length > 1 && languages.size === blocks.length) makeTabs('language', alternatives);
}
for (const choices of document.querySelectorAll('.choices')) {
  const alternatives: { name: string; content: Element[] }[] = [];
  for (const child of choices.children) {
    if (child.matches('h3')) alternatives.push({ name: child.textContent ?? '', content: [child] });
    else alternatives.at(-1)?.content.push(child);
  }
  makeTabs('client', alternatives);
}

function makeTabs(kind: string, alternatives: readonly Alternative[]): void {
  const [first] = alternatives;
  const start = first?.content[0];
  if (!first || !start) return;
  const number = Array.from(groups.values()).reduce((sum, { length }) => sum + length, 0);
  const ariaLabel = kind === 'language' ? 'Language' : 'Client';
  const list = make('div', { className: 'tabs', role: 'tablist', ariaLabel });
  start.before(list);
  const tabs = new Map<string, HTMLElement>();
  for (const [at, { name, content }] of alternatives.entries()) {
    const id = `tab-${number}-${at}`;
    const tab = make('button', { type: 'button', role: 'tab', id }, name);
    const panel = make('div', { id: `${id}-panel`, role: 'tabpanel', className: 'tab-panel' });
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('aria-labelledby', id);
    content[0]?.before(panel);
    panel.append(...content);
    // Hide the label, because the tab shows it.
    const [heading] = content;
    if (heading?.matches('h3')) heading.className = 'visually-hidden';
    tab.addEventListener('click', () => choose(kind, name, tab));
    tab.addEventListener('keydown', (event) => {
      if (moveTo(event.key, tab, tabs)) event.preventDefault();
    });
    list.append(tab);
    tabs.set(name, tab);
  }
  groups.set(kind, [...(groups.get(kind) ?? []), tabs]);
  show(tabs, readStored('localStorage', KEY + kind) ?? first.name);
}

/** Applies the choice to all groups of the kind. Keeps the clicked tab in place on the screen. */
function choose(kind: string, name: string, tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top;
  for (const tabs of groups.get(kind) ?? []) show(tabs, name);
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  store('localStorage', KEY + kind, name);
}

function show(tabs: ReadonlyMap<string, HTMLElement>, name: string): void {
  const selected = tabs.has(name) ? name : tabs.keys().next().value;
  for (const [own, tab] of tabs) {
    const isShown = own === selected;
    tab.ariaSelected = String(isShown);
    tab.tabIndex = isShown ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls') ?? '')?.toggleAttribute('hidden', !isShown);
  }
}

/** Moves between tabs by keyboard: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/. */
function moveTo(key: string, from: HTMLElement, tabs: ReadonlyMap<string, HTMLElement>): boolean {
  const all = [...tabs.values()];
  const at = all.indexOf(from);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[key];
  if (to === undefined) return false;
  const tab = all.at(to % all.length);
  tab?.focus();
  tab?.click();
  return true;
}
