import type { Preview } from '#llmstxt';
import { countOf, formatBytes, formatCount } from '../../format/numbers.ts';
import { cleanText, linkableUrl } from '../../format/untrusted-text.ts';
import { type Markup, mark } from '../../markup.ts';

/** What an agent that reads the file takes from it. */
export function markPreview(preview: Preview, place: string): Markup {
  const links = preview.sections.reduce((sum, section) => sum + section.links.length, 0);
  const size = `${countOf(preview.sections.length, 'section')} · ${countOf(links, 'link')} · ${formatBytes(preview.bytes)} · about ${formatCount(preview.tokens)} tokens`;
  return mark(
    'section',
    { class: 'panel', 'aria-labelledby': `${place}-preview` },
    mark('h2', { id: `${place}-preview` }, 'As an agent sees it'),
    mark('p', { class: 'facts-line' }, size),
    preview.title === null
      ? mark('p', { class: 'empty' }, 'There is no title.')
      : mark('p', { class: 'site-title' }, mark('bdi', {}, cleanText(preview.title, 300))),
    preview.summary === null ? null : mark('p', {}, mark('bdi', {}, cleanText(preview.summary, 600))),
    preview.details === null
      ? null
      : mark('p', { class: 'details-text' }, mark('bdi', {}, cleanText(preview.details, 700))),
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
      mark('bdi', {}, cleanText(title, 120)),
      ' ',
      mark('span', { class: 'quiet' }, String(links.length)),
    ),
    mark('ul', {}, ...links.map(markLink)),
  );
}

function markLink({ title, url, notes }: Preview['sections'][number]['links'][number]): Markup {
  const to = linkableUrl(url);
  const name = mark('bdi', {}, cleanText(title, 160) || cleanText(url, 160));
  return mark(
    'li',
    {},
    to === null ? name : mark('a', { href: to, rel: 'ugc nofollow noopener' }, name),
    notes === null ? null : mark('span', { class: 'notes' }, mark('bdi', {}, cleanText(notes, 300))),
  );
}
