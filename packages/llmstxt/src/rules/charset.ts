import { mediaType, parseCharset } from '../answer/media-type.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const charset = defineRule({
  id: 'charset',
  title: 'Missing or wrong charset',
  severity: 'info',
  source: 'http',
  fix: 'Add "; charset=utf-8" to the Content-Type header.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-charset',
  needs: 'response',
  reads: 'answer',
  check(context) {
    const { response } = context.input;
    const header = response?.headers['content-type'];
    if (header === undefined || context.kind !== 'llms' || !mediaType(header).startsWith('text/')) return [];
    const charset = parseCharset(header);
    if (charset === 'utf-8' || charset === 'utf8') return [];
    const named = charset === '' ? 'no charset' : `the charset ${shorten(charset)}`;
    return [{ at: null, message: `The Content-Type header names ${named}. It should be utf-8.` }];
  },
});
