import { countOf } from '../../format/numbers.ts';
import { quote } from '../../format/quote.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import type { CheckAnswer } from './check-answer.ts';

/** Findings in the text; the structured answer has the whole page. */
const MAX_SHOWN = 20;
const MAX_LINE_CHARACTERS = 400;

/** A check with one page of its findings. */
interface PagedCheckAnswer extends CheckAnswer {
  readonly summary: { readonly errors: number; readonly warnings: number; readonly infos: number };
  readonly page: number;
  readonly pages: number;
}

export function renderCheckText(check: PagedCheckAnswer): string {
  const { domain, final_url, status, quality, summary, checks, preview, page, pages } = check;
  const shown = checks.slice(0, MAX_SHOWN).map(({ severity, id, line, message, fix }) => {
    const place = line === null ? '' : ` (line ${line})`;
    return `${severity} ${id}${place}: ${cleanText(fix ? `${message} Fix: ${fix}` : message, MAX_LINE_CHARACTERS)}`;
  });
  const left = checks.length - shown.length;
  return [
    `The llms.txt of ${domain} is ${status}; quality ${quality} of 100: ${countOf(summary.errors, 'error')}, ${countOf(summary.warnings, 'warning')}, ${countOf(summary.infos, 'info')}.`,
    preview
      ? `It has ${countOf(preview.sections.length, 'section')}${preview.truncated ? ' or more' : ''}, ${preview.bytes} bytes, about ${preview.tokens} tokens.`
      : 'There is no text to show.',
    shown.length > 0 ? quote(domain, [`read at ${final_url}`, ...shown].join('\n')) : 'Nothing is left to improve.',
    ...(left > 0 ? [`${left} more findings are in the structured answer.`] : []),
    ...(page < pages ? [`Next: page ${page + 1} of ${pages} has more findings.`] : []),
  ].join('\n');
}
