import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const insecureLink = defineRule({
  id: 'insecure-link',
  title: 'Link over plain HTTP',
  severity: 'warning',
  source: 'convention',
  fix: 'Write https:// if the page is available over HTTPS.',
  *check(file) {
    for (const { url, span } of file.document.links) {
      if (url?.startsWith('http://')) yield { at: span, message: `${shorten(url)} is an http URL.` };
    }
  },
});
