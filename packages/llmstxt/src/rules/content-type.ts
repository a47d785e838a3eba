import { mediaType } from '../answer/media-type.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const contentType = defineRule({
  id: 'content-type',
  title: 'Not served as text',
  severity: 'warning',
  source: 'http',
  fix: 'Send "Content-Type: text/plain; charset=utf-8" or "text/markdown; charset=utf-8".',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-content-type',
  needs: 'response',
  reads: 'answer',
  check(context) {
    const { response } = context.input;
    if (response === undefined || context.kind !== 'llms') return [];
    const type = mediaType(response.headers['content-type']);
    if (type === 'text/plain' || type === 'text/markdown' || type === 'text/x-markdown') return [];
    const message =
      type === '' ? 'The response has no media type.' : `The file is served as ${shorten(type)}, not as text.`;
    return [{ at: null, message: `${message} It should be text/plain or text/markdown.` }];
  },
});
