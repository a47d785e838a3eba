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
  title: 'A link outside the lists',
  severity: 'warning',
  source: 'spec',
  why: 'Readers collect links from the lists of the sections; one that stands only in a sentence or a table is not seen.',
  fix: 'Add the link as an item of the list.',
  example: {
    before: '## Docs\n\nSee [the guide](https://example.com/guide.md).\n',
    after: '## Docs\n\n- [The guide](https://example.com/guide.md)\n',
  },
  reads: 'text',
  *check(file) {
    const listed = new Set<string>();
    for (const { place, url, href } of file.document.links) if (place === 'item') listed.add(url ?? href);
    for (const { links } of file.document.sections) {
      for (const { place, url, href, span } of links) {
        if (place === 'item' || listed.has(url ?? href)) continue;
        yield { at: span, message: `This link stands in ${PLACES[place]} and in no list, so readers do not find it.` };
      }
    }
  },
});
