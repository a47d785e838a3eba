/** Replaced lines of a text, and the lines that replace them, as ranges of indexes. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Unchanged lines around a change, by which `git apply` finds its place. */
const CONTEXT = 3;

/** Returns a patch that `git apply` reads, or '' if nothing changes. */
export function renderPatch(name: string, before: string, after: string): string {
  const [old, now] = [splitLines(before), splitLines(after)];
  const hunks = groupChanges(findChanges(old, now)).map((changes) => renderHunk(changes, old, now));
  return hunks.length === 0 ? '' : [`--- a/${name}\n+++ b/${name}\n`, ...hunks].join('');
}

/** Splits a text into lines with their line ends. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * Finds the changed lines one by one if their number is unchanged, as in most fixes. If the number changed, finds one
 * change, from the first to the last changed line.
 */
function findChanges(old: readonly string[], now: readonly string[]): readonly Change[] {
  if (old.length === now.length) {
    return old.flatMap((line, at) => (line === now[at] ? [] : [{ from: at, to: at + 1, newFrom: at, newTo: at + 1 }]));
  }
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  return [{ from: start, to: old.length - end, newFrom: start, newTo: now.length - end }];
}

/** Groups changes whose context overlaps into one hunk. */
function groupChanges(changes: readonly Change[]): readonly (readonly Change[])[] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && change.from - last.to <= 2 * CONTEXT) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups;
}

function renderHunk(changes: readonly Change[], old: readonly string[], now: readonly string[]): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return '';
  const start = Math.max(0, first.from - CONTEXT);
  const end = Math.min(old.length, last.to + CONTEXT);
  const lines: string[] = [];
  let at = start;
  for (const { from, to, newFrom, newTo } of changes) {
    lines.push(...old.slice(at, from).map((line) => ` ${line}`));
    lines.push(
      ...old.slice(from, to).map((line) => `-${line}`),
      ...now.slice(newFrom, newTo).map((line) => `+${line}`),
    );
    at = to;
  }
  lines.push(...old.slice(at, end).map((line) => ` ${line}`));
  const newStart = first.newFrom - (first.from - start);
  const newLength =
    end - start + changes.reduce((sum, { from, to, newFrom, newTo }) => sum + newTo - newFrom - to + from, 0);
  const body = lines.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`));
  return `@@ -${formatPlace(start, end - start)} +${formatPlace(newStart, newLength)} @@\n${body.join('')}`;
}

/** Formats a range of a hunk. An empty range has the number of the line before it. */
function formatPlace(start: number, length: number): string {
  return `${length === 0 ? start : start + 1},${length}`;
}
