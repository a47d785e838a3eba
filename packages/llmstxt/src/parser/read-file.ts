import type { LlmsFile } from '../types/file.ts';
import { type BlockSink, readBlocks } from './blocks/read-blocks.ts';
import { DocumentBuilder } from './document/document-builder.ts';
import { Marks } from './document/marks.ts';
import { resolver } from './document/resolve-url.ts';
import { unescapeMarkdown } from './inline/entities.ts';
import { normaliseLabel } from './inline/scan-inline.ts';
import { countBytes } from './text-size.ts';

export interface ReadOptions {
  readonly url?: string | undefined;
  readonly bytes?: number | undefined;
  /** Marks kept of each kind; the default is enough for a report, repairing needs all. */
  readonly maxMarks?: number | undefined;
}

/**
 * So many definitions are kept; those after them are reported and not looked up. Real files have some hundred, and a
 * table of more labels costs each of them more.
 */
const MAX_DEFINITIONS = 20_000;

const NOTHING = (): void => {};

/** Reads the text once, or twice when links refer to definitions that may stand further down. */
export function readFile(text: string, options: ReadOptions = {}): LlmsFile {
  const url = options.url ?? null;
  const marks = new Marks(options.maxMarks);
  const definitions = text.includes(']:') ? collectDefinitions(text, marks) : new Map<string, string>();
  const builder = new DocumentBuilder({ text, definitions, marks, resolve: resolver(url) });
  const start = startOf(text);
  if (start.frontMatter) builder.frontMatter(start.mark, start.at);
  readBlocks(text, start.at, start.line, builder);
  return builder.finish(url, options.bytes ?? countBytes(text));
}

function collectDefinitions(text: string, marks: Marks): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const sink: BlockSink = {
    heading: NOTHING,
    paragraph: NOTHING,
    code: NOTHING,
    html: NOTHING,
    thematicBreak: NOTHING,
    openQuote: NOTHING,
    closeQuote: NOTHING,
    openItem: NOTHING,
    closeItem: NOTHING,
    definition(from, { labelStart, labelEnd, hrefStart, hrefEnd }) {
      if (found.size >= MAX_DEFINITIONS) {
        marks.count('left-out');
        return;
      }
      const label = normaliseLabel(from.slice(labelStart, labelEnd));
      if (!found.has(label)) found.set(label, unescapeMarkdown(from.slice(hrefStart, hrefEnd)));
    },
  };
  const start = startOf(text);
  readBlocks(text, start.at, start.line, sink);
  return found;
}

interface Start {
  readonly at: number;
  readonly line: number;
  readonly frontMatter: boolean;
  /** Offset after a byte-order mark. */
  readonly mark: number;
}

/** Front matter ends within so many characters, or a line of dashes at the start is just a line. */
const MAX_FRONT_MATTER = 10_000;
const FRONT_MATTER = /^---[ \t]*(?:\r\n|\n|\r)/;

/** Where Markdown starts: after a byte-order mark and front matter. */
function startOf(text: string): Start {
  const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const none: Start = { at: mark, line: 1, frontMatter: false, mark };
  const head = text.slice(mark, mark + MAX_FRONT_MATTER);
  const open = FRONT_MATTER.exec(head)?.[0];
  if (open === undefined) return none;
  const lines = head.slice(open.length).split(/\r\n|\n|\r/);
  const close = lines.findIndex((line) => line.trimEnd() === '---');
  // Keys and values, or it is a thematic break above a heading underlined with dashes.
  if (close < 0 || !lines.slice(0, close).some((line) => /^[A-Za-z_][\w-]*\s*:/.test(line))) return none;
  let at = mark + open.length;
  for (let index = 0; index <= close; index++) {
    at += (lines[index] ?? '').length;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return { at: Math.min(at, text.length), line: close + 3, frontMatter: true, mark };
}
