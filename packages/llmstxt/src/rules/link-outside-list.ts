import { lostBulletEnd } from '../parser/blocks/block-starts.ts';
import { defineRule } from '../reporting/define-rule.ts';

export const linkOutsideList = defineRule({
  id: 'link-outside-list',
  title: 'Link outside a list',
  severity: 'warning',
  source: 'spec',
  fix: 'Add the link to a list, as a separate item.',
  *check(file) {
    const outside = file.document.sections.flatMap(({ links }) => links.filter(({ place }) => place !== 'item'));
    if (outside.length === 0) return;
    const listed = new Set<string>();
    for (const { place, url, href } of file.document.links) if (place === 'item') listed.add(url ?? href);
    for (const { place, url, href, span } of outside) {
      if (listed.has(url ?? href)) continue;
      const start = span.start - span.column + 1;
      const isBullet = lostBulletEnd(file.text, start) === span.start;
      const around = place === 'prose' ? 'sentence' : place;
      const what = isBullet ? 'after a bullet that is not Markdown' : `in a ${around} instead of a list`;
      const message = `This link is ${what}, so parsers do not find it.`;
      yield { at: span, message, edits: isBullet ? [{ start, end: span.start, text: '- ' }] : [] };
    }
  },
});
