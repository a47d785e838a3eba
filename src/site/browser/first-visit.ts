import { FIRST_VISIT, firstVisitText } from '../content/views/claim/first-visit.ts';
import { askApi } from './ask-api.ts';
import { make } from './make.ts';

/** Pauses between requests. The first pause is short, because most visits take seconds. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;
const GROWTH = 1.4;
/** Longest time for which a page waits for the queue. */
const PATIENCE_MS = 3 * 60_000;
const MAX_FAILURES = 5;

for (const place of document.querySelectorAll<HTMLElement>('[data-first-visit]')) void follow(place);

/** Shows the result of a domain's first visit, or a message if it is late. The element has the URLs. */
async function follow(place: HTMLElement): Promise<void> {
  const { firstVisit: lookup = '', page, check = '' } = place.dataset;
  const [status, actions] = place.querySelectorAll('p');
  if (!status || !actions) return;
  status.textContent = FIRST_VISIT.waiting;
  const outcome = await waitForVisit(lookup);
  status.textContent = outcome.text;
  if (!outcome.isVisited) return;
  endWaiting();
  if (page === undefined) {
    return actions.append(make('button', { type: 'button', onclick: () => location.reload() }, 'Show the result'));
  }
  actions.append(linkTo(page, 'Open its page'));
  if (!outcome.isValid) actions.append(linkTo(check, 'See what is wrong'));
}

function endWaiting(): void {
  for (const element of document.querySelectorAll('[data-until-visit]')) element.remove();
  for (const heading of document.querySelectorAll<HTMLElement>('[data-after-visit]')) {
    heading.textContent = heading.dataset['afterVisit'] ?? '';
  }
}

interface Outcome {
  readonly isVisited: boolean;
  readonly isValid: boolean;
  readonly text: string;
}

const unseen = (text: string): Outcome => ({ isVisited: false, isValid: false, text });

async function waitForVisit(lookup: string): Promise<Outcome> {
  const start = performance.now();
  let failures = 0;
  for (let waitMs = FIRST_WAIT_MS; performance.now() - start < PATIENCE_MS; waitMs *= GROWTH) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, LONGEST_WAIT_MS)));
    const answer = await askApi(lookup, { cache: 'no-store' });
    if (!answer.ok) {
      failures += 1;
      if (failures === MAX_FAILURES) return unseen(FIRST_VISIT.gone);
      continue;
    }
    const { status, authority, links, last_checked } = answer.body;
    if (last_checked !== null && isVisited(status)) {
      const text = firstVisitText(status, toNumber(authority), toNumber(links));
      return { isVisited: true, isValid: status === 'valid', text };
    }
  }
  return unseen(FIRST_VISIT.late);
}

const VISITED = ['valid', 'invalid', 'unreachable'] as const;

function isVisited(status: unknown): status is (typeof VISITED)[number] {
  return VISITED.some((each) => each === status);
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function linkTo(path: string, words: string): HTMLElement {
  return make('a', { className: 'button quiet-button', href: path }, words);
}
