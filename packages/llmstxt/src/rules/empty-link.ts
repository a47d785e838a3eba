import { isMissingUrl } from '../address/url-fault.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { severityByShare } from '../reporting/severity-by-share.ts';

export const emptyLink = defineRule({
  id: 'empty-link',
  title: 'Link without a name or URL',
  severity: 'error',
  source: 'spec',
  fix: 'Write both parts: [name](url).',
  *check(file) {
    const empty = file.document.links.filter(({ href, title }) => title === '' || isMissingUrl(href));
    const severity = severityByShare(file, empty.length);
    for (const { href, span } of empty)
      yield { at: span, severity, message: `This link has no ${isMissingUrl(href) ? 'URL' : 'name'}.` };
  },
});
