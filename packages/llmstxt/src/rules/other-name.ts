import { parseUrl } from '../parser/parse-url.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

const OTHERS = /^(?:llms?\.(?:txt|md)|llms?-txt|llms\.txt\.txt)$/i;

export const otherName = defineRule({
  id: 'other-name',
  title: 'Wrong file name',
  severity: 'info',
  source: 'spec',
  fix: 'Publish the file as /llms.txt.',
  reads: 'answer',
  check(context) {
    const url = parseUrl(context.input.response?.finalUrl ?? context.input.url ?? '');
    if (url === null) return [];
    const { pathname } = url;
    const name = pathname.slice(pathname.lastIndexOf('/') + 1);
    if (!pathname.includes('/.well-known/') && (name === 'llms.txt' || !OTHERS.test(name))) return [];
    return [{ at: null, message: `The file was found at ${shorten(pathname)}. Agents look for llms.txt.` }];
  },
});
