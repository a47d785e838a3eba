import type { ReaderSummary } from '#llmstxt';
import { cleanText } from '../../format/untrusted-text.ts';
import { type Markup, mark } from '../../markup.ts';
import { lineId } from './mark-source.ts';

const NAMES = { python: 'Python', javascript: 'JavaScript' } as const;
/** What was not taken, as many as one looks at. */
const MAX_LOSSES = 5;

/** What the two programs that the proposal publishes would take from the file. */
export function markReaders(readers: readonly ReaderSummary[], place: string): Markup {
  return mark(
    'section',
    { class: 'panel', 'aria-labelledby': `${place}-readers` },
    mark('h2', { id: `${place}-readers` }, 'What the reference readers take'),
    mark(
      'p',
      {},
      'llmstxt.org publishes two readers. They are stricter than most agents; a file that both take whole is read by anybody.',
    ),
    mark('div', { class: 'halves' }, ...readers.map((reader) => markReader(reader, place))),
  );
}

function markReader({ reader, reads, sentence, losses }: ReaderSummary, place: string): Markup {
  const state = !reads ? 'invalid' : losses.length > 0 ? 'pending' : 'valid';
  const word = !reads ? 'fails' : losses.length > 0 ? 'takes a part' : 'takes all';
  return mark(
    'div',
    {},
    mark('h3', {}, `${NAMES[reader]} `, mark('span', { class: `status ${state}` }, word)),
    mark('p', {}, sentence),
    ...losses
      .slice(0, MAX_LOSSES)
      .map(({ line, excerpt }) =>
        mark(
          'p',
          { class: 'place' },
          mark('a', { class: 'line-number', href: `#${lineId(place, line)}` }, `line ${line}`),
          mark('code', {}, mark('bdi', {}, cleanText(excerpt, 120))),
        ),
      ),
  );
}
