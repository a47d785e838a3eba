/**
 * Search boxes of every page. `/`, Ctrl-K and Cmd-K focus the page's box, or the header's box if the page has no box. A box
 * loads suggestions on focus.
 */
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey;
  const isCommandK = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey;
  if (!(isSlash || isCommandK) || isEditable(target)) return;
  const box = findBox('main') ?? findBox('.site-header');
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});

for (const box of document.querySelectorAll<HTMLInputElement>('input[data-suggest]')) {
  box.setAttribute('role', 'combobox');
  box.setAttribute('aria-autocomplete', 'list');
  box.setAttribute('aria-expanded', 'false');
  const load = () => void import('./suggestions.tsx').then(({ addSuggestions }) => addSuggestions(box));
  box.addEventListener('focus', load, { once: true });
}

function findBox(place: string): HTMLInputElement | null {
  return document.querySelector(`${place} input[type="search"]`);
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
