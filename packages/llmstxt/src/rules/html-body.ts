import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const htmlBody = defineRule({
  id: 'html-body',
  title: 'Web page instead of a text file',
  severity: 'error',
  source: 'http',
  fix: 'Publish a plain text file at /llms.txt, and answer 404 for URLs that do not exist.',
  specUrl: 'https://llmstxt.org/#format',
  reads: 'answer',
  check(context) {
    if (context.kind !== 'html' || context.isBotWall) return [];
    return [
      {
        at: FILE_START,
        message: `This is ${context.looksLike ?? 'a web page'}, which is HTML and not an llms.txt.`,
      },
    ];
  },
});
