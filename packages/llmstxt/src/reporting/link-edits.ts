import type { Mark } from '../types/file.ts';
import type { TextEdit } from '../types/finding.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** `[name](url)` with what would end the name or the address early written so that it does not. */
export function inlineLink(name: string, url: string): string {
  return `[${name.replace(/[[\]\\]/g, '\\$&')}](${safeTarget(url)})`;
}

/** An address as it can stand between parentheses. */
function safeTarget(url: string): string {
  return url
    .replace(/[\s<>()]/g, (character) => encodeURIComponent(character).replace('(', '%28').replace(')', '%29'))
    .replaceAll('\\', '\\\\');
}

/** The same link in the plain form. Nothing where the name is not written on one line. */
export function rewritten(text: string, mark: Mark, href: string): readonly TextEdit[] {
  if (mark.inner === null || href.trim() === '') return [];
  const name = text.slice(mark.inner[0], mark.inner[1]);
  if (/[\r\n]/.test(name)) return [];
  return [{ start: mark.start, end: mark.end, text: `[${name}](${safeTarget(href)})` }];
}

/** Another target for a link that was written as `[name](href)`, nothing where it was not. */
export function targetEdit(text: string, link: Range, href: string, target: string): readonly TextEdit[] {
  const end = link.end - 1;
  const start = end - href.length;
  if (text.charCodeAt(end) !== 41 || text.slice(start, end) !== href || text.charCodeAt(start - 1) !== 40) return [];
  return [{ start, end, text: safeTarget(target) }];
}

/** Takes the emphasis off that stands right around a link: `**[a](b)**` and `**[a](b):** notes`. */
export function withoutEmphasis(text: string, link: Range): readonly TextEdit[] {
  let before = link.start;
  while (isEmphasis(text.charCodeAt(before - 1))) before--;
  const marks = text.slice(before, link.start);
  if (marks === '') return [];
  let after = link.end;
  if (!text.startsWith(marks, after) && text.charAt(after) === ':') after++;
  if (!text.startsWith(marks, after) || isEmphasis(text.charCodeAt(after + marks.length))) return [];
  return [
    { start: before, end: link.start, text: '' },
    { start: after, end: after + marks.length, text: '' },
  ];
}

function isEmphasis(code: number): boolean {
  return code === 42 || code === 95;
}
