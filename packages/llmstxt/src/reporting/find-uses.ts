import type { Span } from '../types/document.ts';
import { findMatches } from './locate.ts';

/** Characters of a line around a match. These characters show whether a text uses the words or only mentions them. */
const MAX_AROUND = 60;
/** Matches a text about such words, for example about attacks, filters or templates. */
const ABOUT =
  /\b(?:attack|injection|jailbreak|phrase|detect|block|prevent|filter|spam|prohibit|banned|replace|placeholder|template|variable|syntax|interpolat|expression|generator|such as|e\.g\.)/i;
/** Matches a URL, because its words are not about the text. The lookbehind keeps the time linear. */
const ADDRESS = /(?<![^\s()[\]])[^\s()[\]/]*\/[^\s()[\]]*/g;
/** Matches an open quotation mark or backtick before the match. */
const OPEN = /(?:^|[\s([,:])["'`“‘«][^"'`”’»]*$/;
const CLOSE = /["'`”’»]/;

/** Matches a code block up to a fence with as many marks as its own, or up to the end. */
const CODE = /^[ \t>]*(`{3,}(?![^\n`]*`)|~{3,}).*?(?:^[ \t>]*\1|(?!.))/gms;

/** Returns matches in text order, without mentions in quotes, in code, or in a text about such words. */
export function* findUses(text: string, pattern: RegExp): Iterable<Span> {
  // Search for code blocks only after a match, because few texts have a match.
  let blocks: readonly Span[] | null = null;
  let passed = 0;
  for (const at of findMatches(text, pattern)) {
    blocks ??= [...findMatches(text, CODE)];
    while ((blocks[passed]?.end ?? Infinity) < at.start) passed++;
    const isCode = (blocks[passed]?.start ?? Infinity) < at.start;
    if (!isCode && !isMention(text, at)) yield at;
  }
}

function isMention(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - MAX_AROUND), start).replace(/^.*[\r\n]/s, '');
  const after = text.slice(end, end + MAX_AROUND).replace(/[\r\n].*/s, '');
  const isAbout = ABOUT.test(`${before}\n${after}`.replace(ADDRESS, ''));
  return isAbout || (OPEN.test(before) && CLOSE.test(after));
}
