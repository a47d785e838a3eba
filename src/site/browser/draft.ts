import { copy } from './copy-buttons.ts';
import { lintWhileTyping } from './lint-box.ts';
import { saveFile } from './save-file.ts';
import { followVisits } from './visit-form.ts';

/** Lints a draft during editing, and offers download and copy. */
function openDraft(result: HTMLElement): void {
  const box = result.querySelector<HTMLTextAreaElement>('textarea');
  const out = result.querySelector<HTMLElement>('.lint');
  const actions = result.querySelector<HTMLElement>('.draft-actions');
  const [download, copyDraft] = actions?.querySelectorAll('button') ?? [];
  if (!box || !out || !actions || !download || !copyDraft) return;
  actions.hidden = false;
  download.addEventListener('click', () => saveFile('llms.txt', box.value));
  copyDraft.addEventListener('click', () => copy(box.value, copyDraft));
  lintWhileTyping(box, out, async () => (await import('./lint-draft.tsx')).createDraftLint(null));
}

const result = document.querySelector<HTMLElement>('#result');
if (result) openDraft(result);
followVisits(openDraft);
