import './copy-buttons.ts';
import { lintWhileTyping } from './lint-box.ts';
import { followVisits } from './visit-form.ts';

const paste = document.querySelector<HTMLElement>('#paste');
const box = paste?.querySelector('textarea');
const out = paste?.querySelector<HTMLElement>('.lint');
if (paste && box && out) {
  paste.hidden = false;
  lintWhileTyping(box, out, ({ lintFile }) => lintFile);
}
followVisits(() => {});
