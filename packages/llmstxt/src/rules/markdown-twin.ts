import { checkedLinks } from '../reporting/checked-links.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const markdownTwin = defineRule({
  id: 'markdown-twin',
  title: 'Markdown version available',
  severity: 'info',
  source: 'spec',
  fix: 'Link to the Markdown version.',
  specUrl: 'https://llmstxt.org/#proposal',
  needs: 'links',
  *check(file, input) {
    const twins = (input.linkChecks ?? []).filter((check) => check.markdownTwin !== null);
    for (const { check, at } of checkedLinks(file, twins)) {
      yield {
        at,
        message: `This page is also available as Markdown, at ${shorten(check.markdownTwin ?? '')}.`,
        fix: `Link to ${check.markdownTwin ?? ''}`,
      };
    }
  },
});
