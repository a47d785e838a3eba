import { applyFixes, type Finding, lintText, type TextEdit } from '#llmstxt';

/** Most lines of a place that is shown with a replacement. */
const MAX_PLACE_LINES = 6;
const MAX_PLACE_CHARACTERS = 2_000;

/** Computes the fixes of a text. `isWhole` is true if the text is the whole file. `url` is its URL, if any. */
export function fixText(text: string, url: string | null, isWhole: boolean) {
  const address = url === null ? {} : { url };
  const { findings } = lintText({ body: text, ...address }, { assessQuality: false });
  const fixable = findings.filter(({ edits }) => edits.length > 0);
  const replacements = new Map<string, string | null>();
  for (const finding of fixable) replacements.set(toKey(finding), replacePlace(text, finding.edits));
  const fixed = isWhole && fixable.length > 0 ? applyFixes(text, findings, address) : text;
  return {
    /** Returns the replacement of a finding's lines, or null if it is unknown or too long. */
    replacementOf: (finding: Place) => replacements.get(toKey(finding)) ?? null,
    /** Whole file with every fix. Null without fixes, and if the file is incomplete. */
    text: fixed === text ? null : fixed,
    count: fixable.length,
    /** Ids of rules that the text alone breaks. */
    rules: new Set(findings.map(({ id }) => id)),
  };
}

type Place = Pick<Finding, 'id' | 'line' | 'column'>;

function toKey({ id, line, column }: Place): string {
  return `${id} ${line} ${column}`;
}

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
  // Skip invisible changes (a carriage return, a byte-order mark), because copying a line does not fix them.
  return after.trim() === before.trim() ? null : after;
}
