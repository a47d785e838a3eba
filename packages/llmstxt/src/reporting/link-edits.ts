import { escapeParentheses } from '../address/normalize-url.ts';
import { CLOSE_PARENTHESIS, COLON, isEmphasis, marksBefore, OPEN_PARENTHESIS } from '../parser/characters.ts';
import { NO_URL_CHARACTER } from '../parser/invisible.ts';
import type { Mark } from '../types/file.ts';
import type { TextEdit } from '../types/finding.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns `[name](url)` with escaped brackets and parentheses. */
export function inlineLink(name: string, url: string): string {
  return `[${name.replace(/[[\]\\]/g, '\\$&')}](${escapeTarget(url)})`;
}

/** Reports whether a URL contains a character that another rule removes. A rewritten URL would keep it as an escape. */
function hidesCharacter(href: string): boolean {
  return href.search(NO_URL_CHARACTER) >= 0;
}

/** Rewrites a link as `[name](href)`. Escapes in its name stay. Returns no edit for a name with several lines. */
export function inlineEdit(text: string, { start, end, value, inner }: Mark): readonly TextEdit[] {
  if (inner === null || value.trim() === '' || hidesCharacter(value)) return [];
  const name = text.slice(...inner).replace(/\\.|[[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`));
  return /[\r\n]/.test(name) ? [] : [{ start, end, text: `[${name}](${escapeTarget(value)})` }];
}

/** Escapes a URL for use between parentheses. */
function escapeTarget(url: string): string {
  return escapeParentheses(url.trim().replace(/[\s<>]/g, encodeURIComponent)).replaceAll('\\', '\\\\');
}

/** Replaces the target of a `[name](href)` link. Returns no edit for other link forms. */
export function targetEdit(text: string, link: Range, href: string, target: string): readonly TextEdit[] {
  const end = link.end - 1;
  const start = end - href.length;
  if (
    hidesCharacter(href) ||
    text.charCodeAt(end) !== CLOSE_PARENTHESIS ||
    text.slice(start, end) !== href ||
    text.charCodeAt(start - 1) !== OPEN_PARENTHESIS
  )
    return [];
  return [{ start, end, text: escapeTarget(target) }];
}

/** Removes the emphasis directly around a link: `**[a](b)**` and `**[a](b):** notes`. */
export function withoutEmphasis(text: string, link: Range): readonly TextEdit[] {
  const marks = marksBefore(text, link.start);
  const before = link.start - marks.length;
  if (marks === '') return [];
  let after = link.end;
  if (!text.startsWith(marks, after) && text.charCodeAt(after) === COLON) after++;
  if (!text.startsWith(marks, after) || isEmphasis(text.charCodeAt(after + marks.length))) return [];
  return [
    { start: before, end: link.start, text: '' },
    { start: after, end: after + marks.length, text: '' },
  ];
}
