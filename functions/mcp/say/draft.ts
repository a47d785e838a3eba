import type { z } from 'zod';
import type { draftSchema } from '../../../src/operations/generate-draft.ts';
import { quote } from '../quote.ts';
import { count } from './count.ts';

export function sayDraft({ domain, text, pages_read, notes }: z.infer<typeof draftSchema>): string {
  return [
    `A draft of https://${domain}/llms.txt, made from ${count(pages_read, 'page')} of the site.`,
    ...notes.map((note) => `Note: ${note}`),
    quote(domain, text),
    'Next: read it over, publish it at /llms.txt as text/plain or text/markdown, then call check_llms_txt.',
  ].join('\n');
}
