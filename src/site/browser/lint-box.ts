import { make } from './make.ts';

/** Shows the findings of a text in `out`. Returns the result as a sentence for screen readers. */
export type Lint = (text: string, out: HTMLElement) => string;

/** Pause after typing before the lint. */
const PAUSE_MS = 200;

/**
 * Lints the text of `box` on its first focus and during typing, and shows the findings in `out`. `loadLint` loads the engine on
 * first use. Afterwards the lint needs no network.
 */
export function lintWhileTyping(box: HTMLTextAreaElement, out: HTMLElement, loadLint: () => Promise<Lint>): void {
  // Reuse the first findings and their outcome, if the page contains them.
  const findings = out.querySelector('div') ?? make('div');
  const first = out.querySelector('p')?.textContent ?? '';
  const outcome = make('p', { role: 'status', className: 'lint-outcome' }, first);
  out.replaceChildren(outcome, findings);
  let loaded: Promise<Lint> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = () => {
    loaded ??= loadLint()
      .then((lint) => {
        findings.replaceChildren();
        return lint;
      })
      .catch((error: unknown) => {
        loaded = null;
        throw error;
      });
    return loaded;
  };
  const run = async () => {
    try {
      const lint = await load();
      findings.hidden = box.value.trim() === '';
      outcome.textContent = findings.hidden ? '' : lint(box.value, findings);
    } catch {
      outcome.textContent = 'The checker could not be loaded. Are you online?';
    }
  };
  box.addEventListener('focus', run, { once: true });
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE_MS);
  });
  // Select the line in the box if no other place shows the text.
  findings.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a.line-number') : null;
    const line = Number(/-line-(\d+)$/.exec(link?.getAttribute('href') ?? '')?.[1]);
    if (!line || findings.querySelector('.lines')) return;
    event.preventDefault();
    selectLine(box, line);
  });
}

function selectLine(box: HTMLTextAreaElement, line: number): void {
  let start = 0;
  for (let at = 1; at < line; at += 1) start = box.value.indexOf('\n', start) + 1;
  const end = box.value.indexOf('\n', start);
  box.focus();
  box.setSelectionRange(start, end < 0 ? box.value.length : end);
}
