import { collapseSpaces } from '../parser/collapse-spaces.ts';

/** Most characters read. The content is at the beginning. */
const MAX_HEAD = 65_536;

/** Returns the approximate visible text at the start of a page, without scripts, styles, comments and tags. */
export function visibleText(html: string): string {
  return visibleTexts(html).join(' ');
}

const HIDDEN = /<(script|style|template)\b[^<]*(?:<(?!\/\1)[^<]*)*/gi;
const INLINE = /<\/?(?:b|em|font|i|mark|small|span|strong|u)\b[^<>]*>/gi;

/** Returns the visible texts between block tags. */
export function visibleTexts(html: string): string[] {
  const visible = html.slice(0, MAX_HEAD).replace(HIDDEN, '').replace(INLINE, ' ');
  return visible
    .split(/<[^<>]*>?/)
    .map(collapseSpaces)
    .filter(Boolean);
}
