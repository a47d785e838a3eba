import type { TextEdit } from '../types/finding.ts';

/** Matches blanks, and the line end before them. */
const BEFORE = /(\r\n|[\r\n]|^)?[ \t]*$/;
/** Most blanks removed before the markup. */
const MAX_BLANKS = 40;

/** Removes markup that stands for no text, with the blanks before it. If the markup is alone on its line, removes the line. */
export function residueEdits(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly TextEdit[] {
  const [before = '', lineEnd] = BEFORE.exec(text.slice(Math.max(0, start - MAX_BLANKS), start)) ?? [];
  const next = text.charAt(end);
  if (/^[.,;:!?)]?(?:\s|$)/.test(text.slice(end, end + 2))) return [{ start: start - before.length, end, text: '' }];
  // Keep a space, because another character at the line start may start a block, and a URL or word may absorb the next text.
  const space = /[\p{L}\p{N}/]/u.test(text.charAt(start - 1)) ? ' ' : '';
  return lineEnd === undefined || /[[\p{L}]/u.test(next) ? [{ start, end, text: space }] : [];
}
