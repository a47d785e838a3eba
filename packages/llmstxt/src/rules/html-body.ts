import { isBotWall } from '../answer/bot-wall.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const htmlBody = defineRule({
  id: 'html-body',
  title: 'A web page instead of the file',
  severity: 'error',
  source: 'http',
  why: 'Agents ask for plain text; an HTML page under this address is an error page or an app, not an llms.txt.',
  fix: 'Publish a plain text file at /llms.txt, and answer 404 for what does not exist.',
  specUrl: 'https://llmstxt.org/#format',
  example: {
    before: '<!doctype html>\n<html><head><title>Not found</title>\n',
    after: '# Example\n\n> What the site is, in a sentence.\n',
  },
  reads: 'answer',
  check(context) {
    if (context.kind !== 'html' || isBotWall(context)) return [];
    return [
      {
        at: FILE_START,
        message: `The address answers with ${context.looksLike ?? 'a web page'}, which is HTML and no llms.txt.`,
      },
    ];
  },
});
