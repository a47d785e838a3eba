import { defineRule } from '../reporting/define-rule.ts';
import type { LinkPlace } from '../types/document.ts';

const PLACES: Readonly<Record<LinkPlace, string>> = {
  item: 'a list',
  prose: 'a sentence',
  table: 'a table',
  quote: 'a quote',
  heading: 'a heading',
};

export const linkOutsideList = defineRule({
  id: 'link-outside-list',
  title: 'Link outside a list',
  severity: 'warning',
  source: 'spec',
  fix: 'Add the link to a list, as a separate item.',
  reads: 'text',
  *check(file) {
    const outside = file.document.sections.flatMap(({ links }) => links.filter(({ place }) => place !== 'item'));
    if (outside.length === 0) return;
    const listed = new Set<string>();
    for (const { place, url, href } of file.document.links) if (place === 'item') listed.add(url ?? href);
    for (const { place, url, href, span } of outside) {
      if (listed.has(url ?? href)) continue;
      yield { at: span, message: `This link is in ${PLACES[place]} instead of a list, so parsers do not find it.` };
    }
  },
});
