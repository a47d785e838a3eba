import { countOf } from '../../format/numbers.ts';
import { quote } from '../../format/quote.ts';

/** What a draft answers, as far as pages and texts show it. */
interface DraftAnswer {
  readonly domain: string;
  readonly text: string;
  readonly pages_read: number;
  readonly notes: readonly string[];
}

export function renderDraftText({ domain, text, pages_read, notes }: DraftAnswer): string {
  return [
    `A draft of https://${domain}/llms.txt, made from ${countOf(pages_read, 'page')} of the site.`,
    ...notes.map((note) => `Note: ${note}`),
    quote(domain, text),
    'Next: read it over, publish it at /llms.txt as text/plain or text/markdown, then call check_llms_txt.',
  ].join('\n');
}
