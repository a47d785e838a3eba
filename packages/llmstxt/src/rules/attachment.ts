import { defineRule } from '../reporting/define-rule.ts';

export const attachment = defineRule({
  id: 'attachment',
  title: 'Sent as a download',
  severity: 'warning',
  source: 'http',
  fix: 'Remove the Content-Disposition header, or set it to "inline".',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc6266',
  needs: 'response',
  reads: 'answer',
  check(context) {
    const header = context.input.response?.headers['content-disposition'];
    if (header === undefined || !header.trim().toLowerCase().startsWith('attachment')) return [];
    return [{ at: null, message: 'The server tells browsers to download the file instead of showing it.' }];
  },
});
