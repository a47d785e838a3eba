import { countOf } from '../../format/numbers.ts';
import { type Markup, mark } from '../../markup.ts';

/** The file as it would be with every repair that can be known. */
export function markMended(text: string, count: number, place: string): Markup {
  return mark(
    'section',
    { class: 'panel', 'aria-labelledby': `${place}-mended` },
    mark('h2', { id: `${place}-mended` }, 'The mended file'),
    mark(
      'p',
      {},
      `${countOf(count, 'finding')} can be mended without knowing more than the file says. No link and no word goes.`,
    ),
    mark('details', {}, mark('summary', {}, 'Show it'), mark('pre', { class: 'whole-file' }, mark('code', {}, text))),
  );
}
