import { structuredPatch } from 'diff';
import { countOf } from '../../format/numbers.ts';
import { cleanLine } from './source-view.ts';

export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
}

/** Lines around a change by which its place is known again. */
const CONTEXT_LINES = 2;
/** More changes are not read line by line. */
const MAX_CHANGES = 400;

/** What changes from one text to the other, line by line. */
export function diffView(before: string, after: string) {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    // A file whose line ends alone are changed is not one whose every line is another.
    stripTrailingCr: true,
    maxEditLength: MAX_CHANGES,
  });
  if (!patch) return { summary: 'Too many lines change to show each of them.', hunks: [] };
  const hunks = patch.hunks.map(({ oldStart, lines }) => ({
    heading: `From line ${oldStart}`,
    lines: lines.flatMap(readLine),
  }));
  const count = (sign: DiffLine['sign']) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.sign === sign).length, 0);
  const summary =
    hunks.length === 0
      ? 'Only line ends and characters that cannot be seen change.'
      : `${countOf(count('+'), 'line')} added, ${countOf(count('-'), 'line')} removed`;
  return { summary, hunks };
}
export type DiffView = ReturnType<typeof diffView>;

/** A line of a patch; its remark on a missing end of the last line is none. */
function readLine(line: string): DiffLine[] {
  const [sign] = line;
  return sign === '+' || sign === '-' || sign === ' ' ? [{ sign, text: cleanLine(line.slice(1)) }] : [];
}
