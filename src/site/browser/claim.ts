import { paths } from '../../directory/urls.ts';
import { keyFile } from '../content/views/claim/key-file.ts';
import { saveFile } from './save-file.ts';
import { readPage, showPage } from './show-page.ts';

const CHECKING = 'Looking in all four places …';
const WAITING = 'We have just looked at your site. We look again in a few seconds …';
const NO_ANSWER = 'The service did not answer. Try again in a moment.';

start(document.body);

/** Shows the answer of a claim's form in the page, and offers to save the key. */
function start(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>('[data-claim] form');
  const canLookAt = performance.now() + Number(form?.dataset.nextLook ?? 0) * 1_000;
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void check(form, event.submitter, canLookAt);
  });
  const claimed = root.querySelector<HTMLElement>('[data-claimed]');
  if (claimed) offerKey(claimed);
}

/** Submits the form and shows the returned page, so that only the server renders it. */
async function check(form: HTMLFormElement, submitter: HTMLElement | null, canLookAt: number): Promise<void> {
  const progress = form.querySelector<HTMLElement>('[role="status"]');
  if (!progress || form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  // Wait, because an earlier search would repeat the result that the page shows.
  const waitMs = canLookAt - performance.now();
  if (waitMs > 0) {
    progress.textContent = WAITING;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  progress.textContent = CHECKING;
  try {
    const body = new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]));
    const response = await fetch(form.action, { method: 'POST', headers: { accept: 'text/html' }, body });
    const page = await readPage(response);
    const steps = page.querySelector('[data-claim]');
    if (steps) {
      const nextSteps = document.adoptNode(steps);
      form.closest('[data-claim]')?.replaceWith(nextSteps);
      start(document.body);
      nextSteps.querySelector<HTMLElement>('[data-outcome]')?.focus();
      const { addCopyButtons } = await import('./copy-buttons.ts');
      addCopyButtons(nextSteps);
    } else if (page.querySelector('[data-claimed]')) {
      const main = await showPage(page);
      start(main);
      main.querySelector('h1')?.focus();
    } else {
      progress.textContent = page.querySelector('.lede')?.textContent ?? NO_ANSWER;
    }
  } catch {
    progress.textContent = NO_ANSWER;
  } finally {
    form.ariaBusy = 'false';
  }
}

/** Offers to save the key before the dashboard opens, because no page shows the key again. */
function offerKey(claimed: HTMLElement): void {
  const { claimed: domain = '', base = '' } = claimed.dataset;
  const key = claimed.querySelector('.key code')?.textContent ?? '';
  const save = claimed.querySelector<HTMLButtonElement>('[data-save]');
  const open = claimed.querySelector<HTMLButtonElement>('[data-open]');
  const status = claimed.querySelector<HTMLElement>('[role="status"]');
  const warn = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', warn);
  const saved = () => {
    removeEventListener('beforeunload', warn);
    if (open) open.disabled = false;
  };
  const openDashboard = async () => {
    try {
      const page = await readPage(await fetch(paths.owner, { headers: { accept: 'text/html' } }));
      const { openDashboard: show } = await import('./dashboard/open-dashboard.tsx');
      const main = await showPage(page);
      history.pushState(null, '', paths.owner);
      // Reload when the visitor goes back, because the claim's page is not in memory.
      addEventListener('popstate', () => location.reload());
      show(main, { domain, key });
    } catch {
      if (status) status.textContent = `The dashboard could not be opened. Open ${paths.owner} and paste the key.`;
    }
  };
  claimed.addEventListener('copied', saved);
  save?.addEventListener('click', () => {
    const file = keyFile(domain, key, base);
    saveFile(file.name, file.text);
    saved();
    void openDashboard();
  });
  open?.addEventListener('click', () => void openDashboard());
}
