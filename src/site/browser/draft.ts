import { copy } from './copy-buttons.ts';
import { lintWhileTyping } from './lint-box.ts';
import { followVisits } from './visit-form.ts';

/** Lints a draft while it is edited, and lets it be downloaded or copied. */
function openDraft(result: HTMLElement): void {
  const box = result.querySelector<HTMLTextAreaElement>('textarea');
  const out = result.querySelector<HTMLElement>('.lint');
  const actions = result.querySelector<HTMLElement>('.draft-actions');
  const [download, copyDraft] = actions?.querySelectorAll('button') ?? [];
  if (!box || !out || !actions || !download || !copyDraft) return;
  actions.hidden = false;
  download.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([box.value], { type: 'text/plain' }));
    link.download = 'llms.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  });
  copyDraft.addEventListener('click', () => copy(box.value, copyDraft));
  lintWhileTyping(box, out, ({ lintDraft }) => lintDraft);
}

const result = document.querySelector<HTMLElement>('#result');
if (result) openDraft(result);
followVisits(openDraft);
