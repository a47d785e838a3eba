import { BYTE_ORDER_MARK } from '../characters.ts';

export interface MarkdownStart {
  readonly at: number;
  readonly line: number;
  /** Offset of the front matter, or null. */
  readonly frontMatter: number | null;
}

/** Longest front matter. In a longer text, the dashes are a thematic break. */
const MAX_FRONT_MATTER = 10_000;
const FIRST_LINE = /^---[ \t]*(?:\r\n|\n|\r)/;

/** Finds the start of the Markdown, after a byte-order mark and front matter. */
export function markdownStart(text: string): MarkdownStart {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const none: MarkdownStart = { at: start, line: 1, frontMatter: null };
  const head = text.slice(start, start + MAX_FRONT_MATTER);
  const open = FIRST_LINE.exec(head)?.[0];
  if (open === undefined) return none;
  const lines = head.slice(open.length).split(/\r\n|\n|\r/);
  const close = lines.findIndex((line) => line.trimEnd() === '---');
  // Require keys and values, because a thematic break may precede a heading underlined with dashes.
  if (close < 0 || !lines.slice(0, close).some((line) => /^[A-Za-z_][\w-]*\s*:/.test(line))) return none;
  let at = start + open.length;
  for (const line of lines.slice(0, close + 1)) {
    at += line.length;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return { at: Math.min(at, text.length), line: close + 3, frontMatter: start };
}
