import type { Preview } from '#llmstxt';
import { type Markup, mark } from '../../markup.ts';
import { countOf, showBytes, showCount } from '../../numbers.ts';
import { linkable, showText } from '../../third-party.ts';

/** What an agent that reads the file takes from it. */
export function markPreview(preview: Preview, place: string): Markup {
  const links = preview.sections.reduce((sum, section) => sum + section.links.length, 0);
  const size = `${countOf(preview.sections.length, 'section')} · ${countOf(links, 'link')} · ${showBytes(preview.bytes)} · about ${showCount(preview.tokens)} tokens`;
  return mark(
    'section',
    { class: 'panel', 'aria-labelledby': `${place}-preview` },
    mark('h2', { id: `${place}-preview` }, 'As an agent sees it'),
    mark('p', { class: 'facts-line' }, size),
    preview.title === null
      ? mark('p', { class: 'empty' }, 'There is no title.')
      : mark('p', { class: 'site-title' }, mark('bdi', {}, showText(preview.title, 300))),
    preview.summary === null ? null : mark('p', {}, mark('bdi', {}, showText(preview.summary, 600))),
    preview.details === null
      ? null
      : mark('p', { class: 'details-text' }, mark('bdi', {}, showText(preview.details, 700))),
    ...preview.sections.map(markSection),
    preview.truncated ? mark('p', { class: 'note' }, 'Shortened: the file goes on.') : null,
  );
}

function markSection({ title, links }: Preview['sections'][number]): Markup {
  return mark(
    'details',
    { class: 'outline-section' },
    mark(
      'summary',
      {},
      mark('bdi', {}, showText(title, 120)),
      ' ',
      mark('span', { class: 'quiet' }, String(links.length)),
    ),
    mark('ul', {}, ...links.map(markLink)),
  );
}

function markLink({ title, url, notes }: Preview['sections'][number]['links'][number]): Markup {
  const to = linkable(url);
  const name = mark('bdi', {}, showText(title, 160) || showText(url, 160));
  return mark(
    'li',
    {},
    to === null ? name : mark('a', { href: to, rel: 'ugc nofollow noopener' }, name),
    notes === null ? null : mark('span', { class: 'notes' }, mark('bdi', {}, showText(notes, 300))),
  );
}
