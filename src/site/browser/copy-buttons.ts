/** How long the button shows that the text was copied. */
const SHOWN_MS = 2_000;

/** Gives every block of code inside `root` its button; the text of a file has one elsewhere. */
export function addCopyButtons(root: ParentNode): void {
  for (const block of root.querySelectorAll('pre:not(.raw-text)')) {
    if (block.parentElement?.classList.contains('copyable')) continue;
    const holder = document.createElement('div');
    holder.className = 'copyable';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    block.replaceWith(holder);
    holder.append(block, button);
  }
}

/** Copies the code and confirms it in the button. The label keeps its text node, which a component may own. */
export async function copy(text: string, { firstChild: label }: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(text);
  if (!label || label.nodeValue === 'Copied') return;
  const usual = label.nodeValue;
  label.nodeValue = 'Copied';
  setTimeout(() => {
    label.nodeValue = usual;
  }, SHOWN_MS);
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('button.copy') : null;
  const code = button?.closest('.copyable')?.querySelector('pre code');
  if (button && code) void copy(code.textContent ?? '', button);
});
const main = document.querySelector('main');
if (main) addCopyButtons(main);
