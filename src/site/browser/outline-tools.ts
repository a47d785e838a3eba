import { formatQuantity } from '../../directory/format-numbers.ts';
import { askApi, isObject } from './ask-api.ts';
import { copy } from './copy-buttons.ts';
import { make } from './make.ts';

/** Most pages of text to read, together 512 KiB. */
const MAX_PAGES = 32;
/** Pause after typing before the search. */
const PAUSE_MS = 250;
const MAX_FOUND = 50;

const tools = document.querySelector<HTMLElement>('.outline-tools');
const status = tools?.querySelector<HTMLElement>('[role="status"]');
if (tools?.parentElement && status) {
  addFilter(tools, tools.parentElement, status);
  addText(tools, status);
}

function addFilter(tools: HTMLElement, panel: HTMLElement, status: HTMLElement): void {
  const input = tools.querySelector('input');
  const sections = [...panel.querySelectorAll<HTMLDetailsElement>('details.outline-section')];
  const startedOpen = sections.map(({ open }) => open);
  if (input && sections.length === 0) input.hidden = true;
  const linkList = tools.querySelector<HTMLElement>('.found-links');
  const path = input?.dataset['links'];
  let latest = 0;
  const filterShown = (query: string) => {
    const matches = sections.map((section) => filterSection(section, query));
    for (const empty of panel.querySelectorAll<HTMLElement>('.empty-sections')) empty.hidden = query !== '';
    sections.forEach((section, at) => {
      section.open = query === '' ? startedOpen[at] === true : !section.hidden;
    });
    return matches.reduce((sum, count) => sum + count, 0);
  };
  input?.addEventListener('input', async () => {
    const query = input.value.trim().toLowerCase();
    const mine = ++latest;
    const matches = filterShown(query);
    linkList?.replaceChildren();
    if (linkList) linkList.hidden = true;
    if (query === '') {
      status.textContent = '';
      return;
    }
    const scope = path === undefined ? '' : ' of those that are shown';
    status.textContent = `${matchWords(matches)}${scope}`;
    if (path === undefined || linkList === null) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (mine !== latest) return;
    const answer = await askApi(`${path}&per_page=${MAX_FOUND}&q=${encodeURIComponent(query)}`);
    if (mine !== latest) return;
    if (!answer.ok) {
      status.textContent += '. The other links could not be searched.';
      return;
    }
    const links = Array.isArray(answer.body['results']) ? answer.body['results'].filter(isObject) : [];
    for (const section of sections) section.hidden = true;
    linkList.replaceChildren(...links.flatMap((link) => foundLink(link, linkList.dataset['rel'] ?? '')));
    linkList.hidden = false;
    status.textContent = `${matchWords(Number(answer.body['total']))} ${input.dataset['scope']}${links.length < Number(answer.body['total']) ? `, the first ${links.length} are shown` : ''}`;
  });
}

const matchWords = (count: number) => formatQuantity(count, 'link matches', 'links match');

/** Renders a link from the API. Text of the site is not interpreted as HTML. */
function foundLink({ title, url, notes, section }: Readonly<Record<string, unknown>>, rel: string): HTMLElement[] {
  if (typeof url !== 'string' || !/^https?:/.test(url)) return [];
  const link = make('a', { href: url, rel }, String(title || url));
  return [make('li', {}, link, make('span', {}, [section, notes].filter(Boolean).join(': ')))];
}

/**
 * Shows the links of a section that match the query, or all links if the section's name matches. Returns the number of shown
 * links.
 */
function filterSection(section: HTMLDetailsElement, query: string): number {
  const isNamed = toText(section.querySelector('summary')).includes(query);
  let count = 0;
  for (const item of section.querySelectorAll('li')) {
    item.hidden = !isNamed && !toText(item).includes(query);
    if (!item.hidden) count += 1;
  }
  section.hidden = count === 0 && !isNamed;
  return count;
}

function toText(element: Element | null): string {
  return (element?.textContent ?? '').toLowerCase();
}

function addText(tools: HTMLElement, status: HTMLElement): void {
  const raw = tools.querySelector<HTMLElement>('[data-raw]');
  const copyButton = tools.querySelector<HTMLElement>('[data-copy]');
  const block = tools.querySelector('pre');
  const code = block?.querySelector('code');
  if (!raw || !copyButton || !block || !code) return;
  let loadedText: string | null = null;
  const read = async () => {
    status.textContent = '';
    loadedText ??= await readText(raw.dataset['raw'] ?? '');
    if (loadedText === null) status.textContent = 'The text could not be read. Try again in a moment.';
    return loadedText;
  };
  raw.addEventListener('click', async () => {
    const text = block.hidden ? await read() : null;
    block.hidden = text === null;
    code.textContent = text;
    raw.setAttribute('aria-expanded', String(text !== null));
  });
  copyButton.addEventListener('click', async () => {
    const text = await read();
    if (text !== null) await copy(text, copyButton);
  });
}

/** Reads the stored text. Returns null without a response. */
async function readText(path: string): Promise<string | null> {
  const parts: string[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
    const answer = await askApi(`${path}?page=${page}`);
    if (!answer.ok) return null;
    parts.push(String(answer.body['text'] ?? ''));
    pages = Number(answer.body['pages'] ?? 1);
  }
  return parts.join('');
}
