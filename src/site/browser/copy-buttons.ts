import { element } from './element.ts';

/** How long a button says that it has copied. */
const TOLD_MS = 2_000;

/** A button that copies what `text` gives at that moment. */
export function copyButton(text: () => string, label = 'Copy', className = 'copy'): HTMLButtonElement {
  const button = element('button', { type: 'button', class: className }, label);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, TOLD_MS);
  });
  return button;
}

/** Gives every block of code inside `root` its button. */
export function addCopyButtons(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLPreElement>('pre')) {
    if (block.parentElement?.classList.contains('copyable')) continue;
    const holder = element('div', { class: 'copyable' });
    block.replaceWith(holder);
    holder.append(
      block,
      copyButton(() => block.querySelector('code')?.textContent ?? ''),
    );
  }
}

const main = document.querySelector('main');
if (main) addCopyButtons(main);
