import { describeReaders, type Finding, type QualityAssessment, type Severity, simulateReaders } from '../src/index.ts';
import type { CheckedInput } from './check-inputs.ts';
import { printable } from './printable.ts';
import { count, type Tally } from './tally.ts';

export type Paint = (style: 'red' | 'yellow' | 'blue' | 'green' | 'bold' | 'dim', text: string) => string;

const STYLES = { red: 31, yellow: 33, blue: 34, green: 32, bold: 1, dim: 2 } as const;
const SEVERITY_STYLE = { error: 'red', warning: 'yellow', info: 'blue' } as const satisfies Record<Severity, string>;

export function createPaint(color: boolean): Paint {
  return (style, text) => (color && text ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
}

/** Formats the findings of one input with fixes, the verdict, and the results of common parsers. */
export function renderInput({ input, result, fixed, fixable }: CheckedInput, paint: Paint): string {
  const place = printable(input.kind === 'url' ? input.url : input.name);
  const lines = result.findings
    .toSorted(byPlace)
    .flatMap((found) => renderFinding(place, found, fixable.has(found), paint));
  const verdict = result.valid ? paint('green', 'valid') : paint('red', 'invalid');
  const done = fixed > 0 ? `, ${count(fixed, 'finding')} repaired` : '';
  lines.push(`${paint('bold', place)}: ${verdict}, quality ${result.quality}${done}`);
  if (result.assessment) lines.push(...renderQuality(result.assessment, paint));
  if (result.document && result.text !== null) {
    for (const sentence of describeReaders(simulateReaders(result.text))) lines.push(paint('dim', `    ${sentence}`));
  }
  return `${lines.join('\n')}\n`;
}

/** Formats the parts of the quality, with advice for the part with most to gain. */
function renderQuality({ version, parts, limit }: QualityAssessment, paint: Paint): string[] {
  const scores = parts.map(({ id, score, weight }) => `${id} ${score} (× ${weight}%)`).join(', ');
  const [first] = parts.filter(({ raise }) => raise !== null).toSorted((a, b) => b.gain - a.gain);
  const where = (lines: readonly number[]) => (lines[0] === undefined ? '' : ` (line ${lines[0]})`);
  return [
    paint('dim', `    quality, version ${version}: ${scores}`),
    ...(limit ? [paint('dim', `    at most ${limit.score}${where(limit.lines)}: ${limit.reason}`)] : []),
    ...(first
      ? [
          paint(
            'dim',
            `    raise ${first.id}${where(first.lines)}, about ${count(first.gain, 'point')}: ${printable(first.raise ?? '')}`,
          ),
        ]
      : []),
  ];
}

/** Sorts findings by line. Whole-file findings come first, and counts of further places come last. */
function byPlace(a: Finding, b: Finding): number {
  return findLine(a) - findLine(b) || (a.column ?? 0) - (b.column ?? 0);
}

function findLine({ line, more }: Finding): number {
  return line ?? (more === undefined ? 0 : Number.MAX_SAFE_INTEGER);
}

function renderFinding(place: string, finding: Finding, isFixable: boolean, paint: Paint): string[] {
  const at = finding.line === null ? place : `${place}:${finding.line}:${finding.column ?? 1}`;
  const unknown = finding.outcome === 'unknown' ? ' (not judged)' : '';
  const severity = paint(SEVERITY_STYLE[finding.severity], finding.severity.padEnd(7));
  const head = `${at}  ${severity}  ${finding.id}  ${printable(finding.message)}${unknown}`;
  if (!finding.fix) return [head];
  return [head, paint('dim', `    fix: ${printable(finding.fix)}${isFixable ? ' (use --fix)' : ''}`)];
}

/** Formats the totals, or nothing without a checked input. */
export function renderSummary(tally: Tally, paint: Paint): string {
  const { counts, inputs, invalid, failed, fixable } = tally;
  if (inputs === 0) return '';
  const findings = `${count(counts.error, 'error')}, ${count(counts.warning, 'warning')}, ${count(counts.info, 'note')}`;
  const verdict = invalid === 0 ? paint('green', 'all valid') : paint('red', `${invalid} invalid`);
  const hint = fixable > 0 ? `; --fix repairs ${fixable}` : '';
  const unread = failed > 0 ? paint('red', `, ${failed} not read`) : '';
  return `\n${count(inputs, 'file')}: ${verdict} (${findings})${unread}${hint}\n`;
}
