import { codeLanguage } from './code-language.ts';
import { make } from './make.ts';
import { onClick } from './on-click.ts';

/** Time for which the button confirms the copy. */
const SHOWN_MS = 2_000;

/**
 * Adds a copy button with a unique name to every code block inside `root`, except file texts. The name comes from the
 * block (`data-copied`) or its container.
 */
export function addCopyButtons(root: ParentNode): void {
  // Find the headings once for all blocks, because a docs page has hundreds of blocks.
  const headings = [...document.querySelectorAll('main :is(h2, h3)')];
  const blocks = [...root.querySelectorAll<HTMLElement>('pre:not(.raw-text)')].filter(
    (block) => !block.parentElement?.classList.contains('copyable'),
  );
  const names = tellApart(blocks.map((block) => findName(block, headings)));
  for (const [at, block] of blocks.entries()) addButton(block, names[at] ?? '');
}

function addButton(block: HTMLElement, copied: string): void {
  const name = make('span', { className: 'visually-hidden' }, ` ${copied}`);
  const button = make('button', { type: 'button', className: 'copy' }, 'Copy', name);
  const holder = make('div', { className: 'copyable' });
  block.replaceWith(holder);
  holder.append(block, button);
}

function findName(block: HTMLElement, headings: readonly Element[]): string {
  const { copied } = block.dataset;
  if (copied !== undefined) return copied;
  const heading = block.closest('.operation')?.querySelector('h2');
  if (heading) return `the ${codeLanguage(block)} example of ${heading.textContent}`;
  const title =
    block.closest('details')?.querySelector('summary') ??
    block.closest('figure')?.querySelector('figcaption') ??
    headings.findLast((before) => before.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING);
  return title?.textContent?.trim() ?? 'the code';
}

/** Numbers blocks with equal names, so that each name is unique. */
function tellApart(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const total = names.filter((other) => other === name).length;
    if (total === 1) return name;
    return `${name}, ${names.slice(0, at + 1).filter((other) => other === name).length} of ${total}`;
  });
}

/** Copies the text and confirms the copy in the button. Keeps the text node of the label, because a component may own it. */
export async function copy(text: string | Promise<string>, button: HTMLElement): Promise<void> {
  const label = button.firstChild;
  const usual = label?.nodeValue ?? 'Copy';
  const isCopied = await writeClipboard(text).then(
    () => true,
    () => false,
  );
  if (isCopied) button.dispatchEvent(new CustomEvent('copied', { bubbles: true }));
  if (!label || usual === 'Copied' || usual === NOT_COPIED) return;
  label.nodeValue = isCopied ? 'Copied' : NOT_COPIED;
  setTimeout(() => {
    label.nodeValue = usual;
  }, SHOWN_MS);
}

/** Writes a text to the clipboard. Passes a promise on, because a browser allows the copy only during the click. */
async function writeClipboard(text: string | Promise<string>): Promise<void> {
  const blob = Promise.resolve(text).then((given) => new Blob([given], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** Label after a refusal of the browser, after which the user can select the text. */
const NOT_COPIED = 'Not copied: select';

onClick('button.copy', (button) => {
  const code = button.closest('.copyable')?.querySelector('pre code');
  if (code) void copy(code.textContent ?? '', button);
});
const main = document.querySelector('main');
if (main) addCopyButtons(main);
