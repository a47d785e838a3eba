import { countBytes, cutText, type Severity } from '#llmstxt';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { SEVERITIES, type ShownFinding } from '../findings/findings-view.ts';

export interface LineMarker {
  readonly severity: Severity;
  readonly rule: string;
  /** Titles of all broken rules, one per line. */
  readonly titles: string;
}

/** Line of a file, or a gap before the next shown line. */
export type SourceLine =
  | { readonly number: number; readonly text: string; readonly marker: LineMarker | null }
  | { readonly number: null; readonly gap: string };

/** Most bytes of all shown lines with their HTML, because a page has at most 60 kB. */
const MAX_BYTES = 12_000;
/** Bytes of the HTML around a line. */
const LINE_HTML = 50;
const MARKER_HTML = 150;
const MAX_LINE_CHARACTERS = 300;

/**
 * Splits a file into lines and highlights each by its worst finding. Shows the lines in `linked`, then as many lines from the
 * start as fit.
 */
export function sourceView(text: string, findings: readonly ShownFinding[], linked: ReadonlySet<number>): SourceLine[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const byLine = Map.groupBy(findings, ({ line }) => line);
  const shownNumbers = shownLines(lines, linked, (number) => byLine.has(number));
  const view: SourceLine[] = [];
  let hidden = 0;
  const endGap = () => {
    if (hidden > 0) view.push({ number: null, gap: `${formatQuantity(hidden, 'line')} not shown` });
    hidden = 0;
  };
  for (const [at, line] of lines.entries()) {
    const number = at + 1;
    if (shownNumbers.has(number)) {
      endGap();
      view.push({ number, text: cleanLine(line), marker: toMarker(byLine.get(number) ?? []) });
    } else hidden += 1;
  }
  endGap();
  return view;
}

function shownLines(
  lines: readonly string[],
  linked: ReadonlySet<number>,
  isMarked: (number: number) => boolean,
): ReadonlySet<number> {
  const numbers = new Set<number>();
  let left = MAX_BYTES;
  const show = (number: number) => {
    numbers.add(number);
    left -= LINE_HTML + countBytes((lines[number - 1] ?? '').slice(0, MAX_LINE_CHARACTERS));
    if (isMarked(number)) left -= MARKER_HTML;
  };
  for (const number of linked) show(number);
  for (let number = 1; number <= lines.length && left > 0; number += 1) if (!numbers.has(number)) show(number);
  return numbers;
}

function toMarker(found: readonly ShownFinding[]): LineMarker | null {
  const [first] = found;
  const worst = SEVERITIES.find((severity) => found.some((finding) => finding.severity === severity));
  if (!first || !worst) return null;
  return {
    severity: worst,
    rule: first.id,
    titles: found.map(({ title }) => title).join('\n'),
  };
}

/** Removes characters that move or hide surrounding text from a line. */
export function cleanLine(line: string): string {
  return cutText(line, MAX_LINE_CHARACTERS)
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '\ufffd')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');
}
