import type { CheckedInput } from '../cli/check-inputs.ts';
import { printable } from '../cli/printable.ts';
import { countBySeverity, type Finding } from '../src/index.ts';

export interface SummaryRow extends Pick<CheckedInput, 'result' | 'isUtf8'> {
  readonly name: string;
}

/** Most findings in a summary. GitHub allows 1 MiB, but people read only the first screens. */
const MAX_FINDINGS = 100;

/** Renders the job summary as Markdown: one line per file, with fixes. */
export function summaryTable(rows: readonly SummaryRow[], failures: readonly string[]): string {
  const lines = [
    '## llms.txt',
    '',
    '| File | Verdict | Quality | Errors | Warnings | Infos |',
    '|---|---|--:|--:|--:|--:|',
  ];
  for (const { name, result } of rows) {
    const { valid, quality, findings } = result;
    const { error, warning, info } = countBySeverity(findings);
    lines.push(`| ${[cell(name), valid ? '✅ valid' : '❌ invalid', quality, error, warning, info].join(' | ')} |`);
  }
  for (const failure of failures) lines.push(`| ${cell(failure)} | ❌ not read | | | | |`);
  const serious = rows.flatMap(({ name, result }) =>
    result.findings.filter(({ severity }) => severity !== 'info').map((finding) => findingLine(name, finding)),
  );
  if (serious.length > 0) lines.push('', '### What to fix', '', ...serious.slice(0, MAX_FINDINGS));
  if (serious.length > MAX_FINDINGS) lines.push('', `… and ${serious.length - MAX_FINDINGS} more in the log.`);
  return `${lines.join('\n')}\n`;
}

function findingLine(name: string, { line, severity, id, message, fix }: Finding): string {
  const place = line === null ? name : `${name}:${line}`;
  return `- **${severity}** \`${id}\` ${cell(place)}: ${cell(message)}${fix ? ` *${cell(fix)}*` : ''}`;
}

/** Escapes file text, so that it cannot become markup, mention a person or link to an issue. */
function cell(text: string): string {
  const line = printable(text.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&');
  // GitHub finds mentions after Markdown, so a backslash does not prevent them.
  return line.replace(/@|#(?=\d)/g, '$&&#8203;');
}
