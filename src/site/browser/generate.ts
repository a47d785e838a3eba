import { copyButton } from './copy-buttons.ts';
import { element } from './element.ts';
import { lintWhileTyping } from './lint-box.ts';
import { followVisits } from './visit.ts';

/** Makes a draft one that is linted while it is edited, and that can be taken along. */
function openDraft(result: HTMLElement): void {
  const box = result.querySelector<HTMLTextAreaElement>('textarea');
  const out = result.querySelector<HTMLElement>('.lint');
  const actions = result.querySelector<HTMLElement>('.draft-actions');
  if (!box || !out || !actions) return;
  const download = element('button', { type: 'button' }, 'Download llms.txt');
  download.addEventListener('click', () => {
    const address = URL.createObjectURL(new Blob([box.value], { type: 'text/plain' }));
    element('a', { href: address, download: 'llms.txt' }).click();
    URL.revokeObjectURL(address);
  });
  actions.replaceChildren(
    download,
    copyButton(() => box.value, 'Copy', 'quiet-button'),
  );
  lintWhileTyping(box, out, (engine, text) => engine.lintDraft(text));
}

const result = document.querySelector<HTMLElement>('#result');
if (result) openDraft(result);
followVisits(openDraft);
