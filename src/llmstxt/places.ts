import type { LlmsFile } from './file.ts';
import type { Mark, MarkKind } from './marks.ts';
import type { Found, FoundAt } from './rule.ts';

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
