import type { Severity } from '#llmstxt';
import { countOf } from '../../format/numbers.ts';
import { SEVERITIES, SEVERITY_WORDS, type ShownFinding } from '../findings/findings-view.ts';

export interface LineMarker {
  readonly severity: Severity;
  readonly severityWord: string;
  /** First broken rule in the line. */
  readonly rule: string;
  /** Titles of all broken rules, one per line. */
  readonly titles: string;
}

/** Most lines shown, enough for nearly every file. */
const MAX_LINES = 1_000;
const MAX_LINE_CHARACTERS = 1_000;

/** Splits a file into lines, marked by their worst finding. */
export function sourceView(text: string, findings: readonly ShownFinding[]) {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const byLine = Map.groupBy(findings, ({ line }) => line);
  const left = lines.length - MAX_LINES;
  return {
    lines: lines
      .slice(0, MAX_LINES)
      .map((line, at) => ({ number: at + 1, text: cleanLine(line), marker: markerOf(byLine.get(at + 1) ?? []) })),
    more: left > 0 ? `${countOf(left, 'more line')} not shown.` : null,
  };
}
export type SourceView = ReturnType<typeof sourceView>;

function markerOf(found: readonly ShownFinding[]): LineMarker | null {
  const [first] = found;
  const worst = SEVERITIES.find((severity) => found.some((finding) => finding.severity === severity));
  if (!first || !worst) return null;
  return {
    severity: worst,
    severityWord: SEVERITY_WORDS[worst],
    rule: first.id,
    titles: found.map(({ title }) => title).join('\n'),
  };
}

/** Cleans a line of characters that move or hide surrounding text. */
export function cleanLine(line: string): string {
  const head = line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line;
  return head
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '\ufffd')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');
}
