import { askApi } from './ask-api.ts';
import { copy } from './copy-buttons.ts';

/** Pages of the text that are read: 512 KiB. */
const MAX_PAGES = 32;

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
  input?.addEventListener('input', () => {
    const query = input.value.trim().toLowerCase();
    const matches = sections.map((section) => filterSection(section, query));
    sections.forEach((section, at) => {
      section.open = query === '' ? startedOpen[at] === true : !section.hidden;
    });
    const total = matches.reduce((sum, count) => sum + count, 0);
    status.textContent = query === '' ? '' : `${total} ${total === 1 ? 'link matches' : 'links match'}`;
  });
}

/** Shows the links of a section that hold the query, all of them where its name does. Returns how many. */
function filterSection(section: HTMLDetailsElement, query: string): number {
  const isNamed = textOf(section.querySelector('summary')).includes(query);
  let count = 0;
  for (const item of section.querySelectorAll('li')) {
    item.hidden = !isNamed && !textOf(item).includes(query);
    if (!item.hidden) count += 1;
  }
  section.hidden = count === 0 && !isNamed;
  return count;
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? '').toLowerCase();
}

function addText(tools: HTMLElement, status: HTMLElement): void {
  const raw = tools.querySelector<HTMLElement>('[data-raw]');
  const copyButton = tools.querySelector<HTMLElement>('[data-copy]');
  const block = tools.querySelector('pre');
  const code = block?.querySelector('code');
  if (!raw || !copyButton || !block || !code) return;
  let known: string | null = null;
  const read = async () => {
    status.textContent = '';
    known ??= await readText(raw.dataset['raw'] ?? '');
    if (known === null) status.textContent = 'The text could not be read. Try again in a moment.';
    return known;
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

/** The text as the directory last read it; null where it does not answer. */
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
