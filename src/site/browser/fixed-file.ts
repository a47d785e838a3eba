import { copy } from './copy-buttons.ts';
import { lintWhileTyping } from './lint-box.ts';
import { make } from './make.ts';
import { onClick } from './on-click.ts';
import { saveFile } from './save-file.ts';

// Actions on a fixed file. Before an edit, the text comes from the report.

onClick('[data-copy-fixed]', (button) => {
  const panel = document.querySelector<HTMLElement>('#result [data-fixed-file]');
  if (panel) void copy(readText(panel), button);
});
onClick('[data-fixed-file] [data-act]', (button) => {
  const panel = button.closest<HTMLElement>('[data-fixed-file]');
  if (!panel) return;
  void act(button, panel).catch(() => {
    panel.querySelector('[data-whole] a')?.replaceWith('The file could not be loaded. Check again in a minute.');
  });
});

async function act(button: HTMLElement, panel: HTMLElement): Promise<void> {
  const text = readText(panel);
  switch (button.dataset['act']) {
    case 'copy':
      await copy(text, button);
      break;
    case 'download':
      saveFile('llms.txt', await text);
      break;
    case 'edit':
      edit(panel, await text);
      break;
  }
}

/** Returns the text of a panel. A page loads a long file from its address. */
async function readText(panel: HTMLElement): Promise<string> {
  const box = panel.querySelector('textarea');
  if (box) return box.value;
  const link = panel.querySelector<HTMLAnchorElement>('[data-whole] a');
  if (!link) return panel.querySelector('[data-whole] code')?.textContent ?? '';
  const response = await fetch(link.href);
  if (!response.ok) throw new Error(`${link.href} answered ${response.status}`);
  return await response.text();
}

/** Opens a text for editing. A pasted text is edited in its box. Other texts get a box that replaces them. */
function edit(panel: HTMLElement, text: string): void {
  const pasted = panel.closest('#paste')?.querySelector('textarea');
  if (pasted) {
    pasted.value = text;
    pasted.dispatchEvent(new Event('input'));
    pasted.focus();
    return;
  }
  if (!panel.querySelector('textarea')) openEditor(panel, text);
  panel.querySelector('textarea')?.focus();
}

function openEditor(panel: HTMLElement, text: string): void {
  const label = make('label', { htmlFor: 'fixed-text' }, 'Your file, checked as you type');
  const box = make('textarea', { id: 'fixed-text', className: 'draft', rows: 20, spellcheck: false, value: text });
  const out = make('div', { className: 'lint' });
  panel.querySelector('[data-whole]')?.replaceWith(label, box, out);
  panel.querySelector('[data-act="edit"]')?.remove();
  const visit = panel.dataset['fixedFile'] ?? 'null';
  lintWhileTyping(box, out, async () => (await import('./lint-draft.tsx')).createDraftLint(JSON.parse(visit)));
}
