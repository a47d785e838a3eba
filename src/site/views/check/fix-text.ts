import { applyFixes, type Finding, lintText, type TextEdit } from '#llmstxt';

/** What can be fixed in a text from the text alone. */
export interface TextFixes {
  /** What should stand in the lines of a finding; null where that is not known, or is too long to be shown. */
  replacementOf(finding: Pick<Finding, 'id' | 'line' | 'column'>): string | null;
  /** The whole file with every fix; null where nothing can be fixed, or not all of the file is known. */
  readonly text: string | null;
  /** Findings that are fixed in it. */
  readonly count: number;
  /** Rules that the text breaks by itself. */
  readonly rules: ReadonlySet<string>;
}

/** A place of more lines or characters than this is not replaced by hand. */
const MAX_PLACE_LINES = 6;
const MAX_PLACE_CHARACTERS = 2_000;

/** `isWhole`: the text is all of the file. `url` is its address, if it has one. */
export function fixText(text: string, url: string | null, isWhole: boolean): TextFixes {
  const address = url === null ? {} : { url };
  const { findings } = lintText({ body: text, ...address });
  const fixable = findings.filter(({ edits }) => edits.length > 0);
  const replacements = new Map<string, string | null>();
  for (const finding of fixable) replacements.set(keyOf(finding), replacePlace(text, finding.edits));
  const fixed = isWhole && fixable.length > 0 ? applyFixes(text, findings, address) : text;
  return {
    replacementOf: (finding) => replacements.get(keyOf(finding)) ?? null,
    text: fixed === text ? null : fixed,
    count: fixable.length,
    rules: new Set(findings.map(({ id }) => id)),
  };
}

function keyOf({ id, line, column }: Pick<Finding, 'id' | 'line' | 'column'>): string {
  return `${id} ${line} ${column}`;
}

/** The lines that the edits touch, with the edits made. */
function replacePlace(text: string, edits: readonly TextEdit[]): string | null {
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  const first = ordered[0]?.start ?? 0;
  const last = Math.max(...ordered.map(({ end }) => end));
  const start = text.lastIndexOf('\n', first - 1) + 1;
  const lineEnd = text.indexOf('\n', last);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const before = text.slice(start, end);
  if (before.length > MAX_PLACE_CHARACTERS || before.split('\n').length > MAX_PLACE_LINES) return null;
  let after = '';
  let at = start;
  for (const edit of ordered) {
    if (edit.start < at) return null;
    after += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  after += text.slice(at, end);
  // What cannot be seen (a carriage return, a byte-order mark) is not fixed by copying a line.
  return after.trim() === before.trim() ? null : after;
}
