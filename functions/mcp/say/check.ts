import { showText } from '../../../src/site/third-party.ts';
import type { PagedCheck } from '../paged-check.ts';
import { quote } from '../quote.ts';
import { count } from './count.ts';

/** Findings told in words; the structured answer has the whole page. */
const MAX_TOLD = 20;
const MAX_WORDS = 400;

export function sayCheck(check: PagedCheck): string {
  const { domain, final_url, status, quality, summary, checks, preview, page, pages } = check;
  const told = checks.slice(0, MAX_TOLD).map(({ severity, id, line, message, fix }) => {
    const place = line === null ? '' : ` (line ${line})`;
    return `${severity} ${id}${place}: ${showText(fix ? `${message} Fix: ${fix}` : message, MAX_WORDS)}`;
  });
  const left = checks.length - told.length;
  return [
    `The llms.txt of ${domain} is ${status}; quality ${quality} of 100: ${count(summary.errors, 'error')}, ${count(summary.warnings, 'warning')}, ${count(summary.infos, 'info')}.`,
    preview
      ? `It has ${count(preview.sections.length, 'section')}${preview.truncated ? ' or more' : ''}, ${preview.bytes} bytes, about ${preview.tokens} tokens.`
      : 'There is no text to show.',
    told.length > 0 ? quote(domain, [`read at ${final_url}`, ...told].join('\n')) : 'Nothing is left to improve.',
    ...(left > 0 ? [`${left} more findings are in the structured answer.`] : []),
    ...(page < pages ? [`Next: page ${page + 1} of ${pages} has more findings.`] : []),
  ].join('\n');
}
