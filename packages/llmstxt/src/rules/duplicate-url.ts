import { normalizeUrl } from '../address/normalize-url.ts';
import { defineRule } from '../reporting/define-rule.ts';

export const duplicateUrl = defineRule({
  id: 'duplicate-url',
  title: 'Duplicate link',
  severity: 'warning',
  source: 'convention',
  fix: 'Keep the link once, in the section where it fits best.',
  *check(file) {
    const first = new Map<string, number>();
    for (const { place, url, href, span } of file.document.links) {
      const key = normalizeUrl(url ?? href);
      if (place !== 'item' || key === '') continue;
      const line = first.get(key);
      if (line === undefined) first.set(key, span.line);
      else yield { at: span, message: `This URL is already linked on line ${line}.` };
    }
  },
});
