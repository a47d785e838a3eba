import { structuredPatch } from 'diff';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { cleanLine } from './source-view.ts';

export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
}

const CONTEXT_LINES = 2;
/** Most changes for which lines are compared. */
const MAX_CHANGES = 400;
/** Most lines shown, because a page has at most 60 kB. */
const MAX_LINES = 24;

export function diffView(before: string, after: string) {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    // Ignore line ends, so that a change of all line ends does not show all lines as changed.
    stripTrailingCr: true,
    maxEditLength: MAX_CHANGES,
  });
  if (!patch) return { summary: 'Too many lines change to show each line.', hunks: [], more: null };
  const hunks = patch.hunks.map(({ oldStart, lines }) => ({
    heading: `From line ${oldStart}`,
    lines: lines.flatMap(readLine),
  }));
  const count = (sign: DiffLine['sign']) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.sign === sign).length, 0);
  const summary =
    hunks.length === 0
      ? 'Only line ends and characters that cannot be seen change.'
      : `${formatQuantity(count('+'), 'line')} added, ${formatQuantity(count('-'), 'line')} removed`;
  return { summary, ...firstLines(hunks) };
}
export type DiffView = ReturnType<typeof diffView>;

function firstLines(hunks: readonly { readonly heading: string; readonly lines: readonly DiffLine[] }[]) {
  let left = MAX_LINES;
  const shownHunks = hunks.flatMap(({ heading, lines }) => {
    const first = lines.slice(0, Math.max(0, left));
    left -= lines.length;
    return first.length > 0 ? [{ heading, lines: first }] : [];
  });
  return { hunks: shownHunks, more: left < 0 ? `${formatQuantity(-left, 'more line')} not shown.` : null };
}

/** Parses a line of a patch. The note about a missing final line end is not a line. */
function readLine(line: string): DiffLine[] {
  const [sign] = line;
  return sign === '+' || sign === '-' || sign === ' ' ? [{ sign, text: cleanLine(line.slice(1)) }] : [];
}
