import { isMissingUrl } from '../address/url-fault.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { severityByShare } from '../reporting/severity-by-share.ts';
import type { Link } from '../types/document.ts';

function isEmpty(link: Link): boolean {
  return isMissingUrl(link.href) || link.title === '';
}

export const emptyLink = defineRule({
  id: 'empty-link',
  title: 'Link without a name or URL',
  severity: 'error',
  source: 'spec',
  fix: 'Write both parts: [name](url).',
  reads: 'text',
  *check(file) {
    const severity = severityByShare(file, isEmpty);
    for (const link of file.document.links) {
      if (!isEmpty(link)) continue;
      const message = `This link has no ${isMissingUrl(link.href) ? 'URL' : 'name'}.`;
      yield { at: link.span, severity, message };
    }
  },
});
