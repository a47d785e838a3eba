import { quote } from '../../format/quote.ts';
import { type DraftAnswer, draftView } from './draft-view.ts';

/** Renders a draft as the text of a tool's answer. */
export function renderDraftText(draft: DraftAnswer): string {
  const { domain, publishUrl, sources, notes, text } = draftView(draft);
  return [
    `A draft of ${publishUrl}. ${sources}`,
    // Notes name URLs of the site.
    ...(notes.length > 0 ? ['Notes:', quote(domain, notes.join('\n'))] : []),
    quote(domain, text),
    'Next: read it over, publish it at /llms.txt as text/plain or text/markdown, then call check_llms_txt.',
  ].join('\n');
}
