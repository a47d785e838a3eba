import { collapseSpaces } from '../parser/collapse-spaces.ts';

/** What a page says stands at its beginning. */
const MAX_HEAD = 65_536;

/** Approximately what a reader sees of the beginning of a page: no scripts, styles, comments or tags. */
export function visibleText(html: string): string {
  return visibleTexts(html).join(' ');
}

/** What a reader does not see. */
const HIDDEN = /<(script|style|template)\b[^<]*(?:<(?!\/\1)[^<]*)*/gi;
/** Tags within a sentence. */
const INLINE = /<\/?(?:b|em|font|i|mark|small|span|strong|u)\b[^<>]*>/gi;

/** The visible texts, one for each stretch without tags other than those of a sentence. */
export function visibleTexts(html: string): string[] {
  const seen = html.slice(0, MAX_HEAD).replace(HIDDEN, '').replace(INLINE, ' ');
  return seen
    .split(/<[^<>]*>?/)
    .map(collapseSpaces)
    .filter(Boolean);
}
