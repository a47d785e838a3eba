import { element } from './element.ts';

/** How long a button says that it has copied. */
const TOLD_MS = 2_000;

for (const block of document.querySelectorAll<HTMLPreElement>('main pre')) {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, TOLD_MS);
  });
  const holder = element('div', { class: 'copyable' });
  block.replaceWith(holder);
  holder.append(block, button);
}
