import { applyFixes, type Finding, lint, type TextEdit } from '#llmstxt';

/** The lines of one finding, as they are and as they should be. */
export interface MendedPlace {
  readonly before: string;
  readonly after: string;
}

export interface Mending {
  /** By `placeKey`: only findings whose repair can be known, in a few lines. */
  readonly places: ReadonlyMap<string, MendedPlace>;
  /** The whole file with all of them; null where nothing can be mended, or not all of the file is known. */
  readonly text: string | null;
  /** Findings that it repairs. */
  readonly count: number;
}

/** A place of more lines or characters than this is not replaced by hand. */
const MAX_PLACE_LINES = 6;
const MAX_PLACE_CHARACTERS = 2_000;

export function placeKey({ id, line, column }: Pick<Finding, 'id' | 'line' | 'column'>): string {
  return `${id} ${line} ${column}`;
}

/** What of a text can be repaired by copying. `whole`: the text is all of the file. */
export function mend(text: string, url: string | null, whole: boolean): Mending {
  const { findings } = lint({ body: text, ...(url !== null && { url }) });
  const fixable = findings.filter(({ edits }) => edits.length > 0);
  const places = new Map<string, MendedPlace>();
  for (const finding of fixable) {
    const place = mendPlace(text, finding.edits);
    if (place) places.set(placeKey(finding), place);
  }
  const mended = whole && fixable.length > 0 ? applyFixes(text, findings, { ...(url !== null && { url }) }) : text;
  return { places, text: mended === text ? null : mended, count: fixable.length };
}

function mendPlace(text: string, edits: readonly TextEdit[]): MendedPlace | null {
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  const first = ordered[0]?.start ?? 0;
  const last = Math.max(...ordered.map(({ end }) => end));
  const start = text.lastIndexOf('\n', first - 1) + 1;
  const lineEnd = text.indexOf('\n', last);
  const end = lineEnd < 0 ? text.length : lineEnd;
  if (end - start > MAX_PLACE_CHARACTERS) return null;
  const before = text.slice(start, end);
  if (before.split('\n').length > MAX_PLACE_LINES) return null;
  let after = '';
  let at = start;
  for (const edit of ordered) {
    if (edit.start < at) return null;
    after += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  after += text.slice(at, end);
  // What cannot be seen (a carriage return, a byte-order mark) is not mended by copying a line.
  return after.trim() === before.trim() ? null : { before, after };
}
