/** How long the button shows that the text was copied. */
const SHOWN_MS = 2_000;

/**
 * Gives every block of code inside `root` its button, with a name of its own; the text of a file has one elsewhere. The name is that
 * of the block (`data-copied`), or of what it stands in.
 */
export function addCopyButtons(root: ParentNode): void {
  // Once for all blocks: a page of the docs has hundreds of both.
  const headings = [...document.querySelectorAll('main :is(h2, h3)')];
  for (const block of root.querySelectorAll<HTMLElement>('pre:not(.raw-text)')) {
    if (block.parentElement?.classList.contains('copyable')) continue;
    const holder = document.createElement('div');
    holder.className = 'copyable';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const name = document.createElement('span');
    name.className = 'visually-hidden';
    name.textContent = ` ${nameOf(block, headings)}`;
    button.append('Copy', name);
    block.replaceWith(holder);
    holder.append(block, button);
  }
}

function nameOf(block: HTMLElement, headings: readonly Element[]): string {
  const { copied } = block.dataset;
  if (copied !== undefined) return copied;
  const title =
    block.closest('details')?.querySelector('summary') ??
    block.closest('figure')?.querySelector('figcaption') ??
    headings.findLast((heading) => heading.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING);
  return title?.textContent?.trim() ?? 'the code';
}

/** Copies the text and confirms it in the button. The label keeps its text node, which a component may own. */
export async function copy(text: string, button: HTMLElement): Promise<void> {
  const label = button.firstChild;
  const usual = label?.nodeValue ?? 'Copy';
  const isCopied = await navigator.clipboard.writeText(text).then(
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

/** A browser may refuse: the text can be selected then. */
const NOT_COPIED = 'Not copied: select';

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('button.copy') : null;
  const code = button?.closest('.copyable')?.querySelector('pre code');
  if (button && code) void copy(code.textContent ?? '', button);
});
const main = document.querySelector('main');
if (main) addCopyButtons(main);
