import { defineRule } from '../reporting/define-rule.ts';
import type { LinkPlace } from '../types/document.ts';
import type { RuleExample } from '../types/rule.ts';

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

export const linkOutsideListExample: RuleExample = {
  why: 'Parsers collect links from the lists of the sections. They miss a link that appears only in a sentence or a table.',
  before: '## Docs\n\nSee [the guide](https://example.com/guide.md).\n',
  after: '## Docs\n\n- [The guide](https://example.com/guide.md)\n',
};
