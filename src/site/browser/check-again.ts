import { onClick } from './on-click.ts';

/** Time for which a repeated check returns the same result. */
const FRESH_MS = 60_000;

/** Makes the link submit the form, which shows the progress. */
onClick<HTMLAnchorElement>('a[data-check-again]', (link, event) => {
  const form = document.querySelector<HTMLFormElement>('form[data-visit]');
  const input = form?.querySelector('input');
  if (!form || !input || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  input.value = new URL(link.href).searchParams.get('domain') ?? input.value;
  form.requestSubmit();
  form.scrollIntoView({ block: 'nearest' });
});

let timer: ReturnType<typeof setInterval> | undefined;

/** Shows the time until a check fetches the file again. */
export function showWait(root: ParentNode): void {
  clearInterval(timer);
  const link = root.querySelector<HTMLElement>('[data-check-again]');
  const note = root.querySelector<HTMLElement>('[data-check-wait]');
  if (!link || !note) return;
  // Do not go below 0, because the clocks of visitor and server may differ.
  const age = Math.max(0, Date.now() - Date.parse(link.dataset['checkAgain'] ?? ''));
  const end = performance.now() + FRESH_MS - age;
  const show = () => {
    const leftS = Math.ceil((end - performance.now()) / 1000);
    note.textContent = leftS > 0 ? `You can check again in ${leftS} s.` : 'A check fetches the file now.';
    if (leftS <= 0) clearInterval(timer);
  };
  timer = setInterval(show, 1000);
  show();
}
