import { BYTE_ORDER_MARK } from '../characters.ts';

/** Where the Markdown of a file starts. */
export interface MarkdownStart {
  readonly at: number;
  /** Number of the line, from 1. */
  readonly line: number;
  /** Offset of the front matter before it; null if there is none. */
  readonly frontMatter: number | null;
}

/** Front matter ends within this many characters; otherwise the dashes at the start are just a line. */
const MAX_FRONT_MATTER = 10_000;
const FIRST_LINE = /^---[ \t]*(?:\r\n|\n|\r)/;

/** Where Markdown starts: after a byte-order mark and front matter. */
export function markdownStart(text: string): MarkdownStart {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const none: MarkdownStart = { at: start, line: 1, frontMatter: null };
  const head = text.slice(start, start + MAX_FRONT_MATTER);
  const open = FIRST_LINE.exec(head)?.[0];
  if (open === undefined) return none;
  const lines = head.slice(open.length).split(/\r\n|\n|\r/);
  const close = lines.findIndex((line) => line.trimEnd() === '---');
  // Keys and values, or it is a thematic break above a heading underlined with dashes.
  if (close < 0 || !lines.slice(0, close).some((line) => /^[A-Za-z_][\w-]*\s*:/.test(line))) return none;
  let at = start + open.length;
  for (const line of lines.slice(0, close + 1)) {
    at += line.length;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return { at: Math.min(at, text.length), line: close + 3, frontMatter: start };
}
