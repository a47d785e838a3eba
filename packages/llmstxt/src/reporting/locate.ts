import type { Mark, MarkKind } from '../parser/document/marks.ts';
import type { Span } from '../types/document.ts';
import type { LlmsFile } from '../types/file.ts';
import type { Found, FoundAt } from '../types/rule.ts';

/** The first character of the file. */
export const START: FoundAt = { start: 0, end: 80, line: 1, column: 1 };

/** Words of a message that come from the file are cut, so that a message stays a sentence. */
const MAX_QUOTED = 60;

export function clip(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED - 1)}…` : line;
}

/** One finding for each mark of the kind. */
export function* marked(
  file: LlmsFile,
  kind: MarkKind,
  say: (mark: Mark) => Omit<Found, 'at'> | null,
): Iterable<Found> {
  for (const mark of file.marks.of(kind)) {
    const said = say(mark);
    if (said !== null) yield { at: mark, ...said };
  }
}

/** The first line of a section: its heading, not all that stands under it. */
export function headingOf(section: Span): FoundAt {
  return { ...section, end: Math.min(section.end, section.start + MAX_QUOTED) };
}

/** Says where offsets stand. Asked from front to back, it reads the text once. */
export function placer(text: string): (start: number, end: number) => FoundAt {
  const carriage = text.includes('\r');
  let line = 1;
  let lineStart = 0;
  // Kept, because a long line would otherwise be searched for its end once for each place in it.
  let next = nextEnd(text, 0, carriage);
  return (start, end) => {
    while (next < start) {
      line++;
      lineStart = next + 1;
      next = nextEnd(text, next + 1, carriage);
    }
    return { start, end, line, column: start - lineStart + 1 };
  };
}

/** Offset of the last character of the next line end; the text's length if there is none. */
function nextEnd(text: string, from: number, carriage: boolean): number {
  if (!carriage) {
    const feed = text.indexOf('\n', from);
    return feed < 0 ? text.length : feed;
  }
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) return at;
  }
  return text.length;
}
