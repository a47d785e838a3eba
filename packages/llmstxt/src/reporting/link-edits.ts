import { CLOSE_PARENTHESIS, COLON, isEmphasis, OPEN_PARENTHESIS } from '../parser/characters.ts';
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

/** Rewrites a broken link as `[name](href)`. Escapes in its name stay. */
export function brokenLinkEdit(text: string, mark: Mark): readonly TextEdit[] {
  if (mark.inner === null) return [];
  const [from, to] = mark.inner;
  const name = text.slice(from, to).replace(/\\.|[[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`));
  return [{ start: mark.start, end: mark.end, text: `[${name}](${escapeTarget(mark.value)})` }];
}

/** Escapes a URL for use between parentheses. */
function escapeTarget(url: string): string {
  return url
    .replace(/[\s<>()]/g, (character) => encodeURIComponent(character).replace('(', '%28').replace(')', '%29'))
    .replaceAll('\\', '\\\\');
}

/** Writes a link as `[name](href)`. Returns no edit for a name with several lines. */
export function inlineEdit(text: string, mark: Mark, href: string): readonly TextEdit[] {
  if (mark.inner === null || href.trim() === '') return [];
  const name = text.slice(mark.inner[0], mark.inner[1]);
  if (/[\r\n]/.test(name)) return [];
  return [{ start: mark.start, end: mark.end, text: `[${name}](${escapeTarget(href)})` }];
}

/** Replaces the target of a `[name](href)` link. Returns no edit for other link forms. */
export function targetEdit(text: string, link: Range, href: string, target: string): readonly TextEdit[] {
  const end = link.end - 1;
  const start = end - href.length;
  if (
    text.charCodeAt(end) !== CLOSE_PARENTHESIS ||
    text.slice(start, end) !== href ||
    text.charCodeAt(start - 1) !== OPEN_PARENTHESIS
  )
    return [];
  return [{ start, end, text: escapeTarget(target) }];
}

/** Removes the emphasis directly around a link: `**[a](b)**` and `**[a](b):** notes`. */
export function withoutEmphasis(text: string, link: Range): readonly TextEdit[] {
  let before = link.start;
  while (isEmphasis(text.charCodeAt(before - 1))) before--;
  const marks = text.slice(before, link.start);
  if (marks === '') return [];
  let after = link.end;
  if (!text.startsWith(marks, after) && text.charCodeAt(after) === COLON) after++;
  if (!text.startsWith(marks, after) || isEmphasis(text.charCodeAt(after + marks.length))) return [];
  return [
    { start: before, end: link.start, text: '' },
    { start: after, end: after + marks.length, text: '' },
  ];
}
