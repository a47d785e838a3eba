import './copy-buttons.ts';
import { showWait } from './check-again.ts';
import './finding-walk.ts';
import './fixed-file.ts';
import { lintWhileTyping } from './lint-box.ts';
import { followVisits } from './visit-form.ts';

const paste = document.querySelector<HTMLElement>('#paste');
const box = paste?.querySelector('textarea');
const out = paste?.querySelector<HTMLElement>('.lint');
if (box && out) lintWhileTyping(box, out, async () => (await import('./lint-file.tsx')).lintFile);
showWait(document);
followVisits(showWait);
