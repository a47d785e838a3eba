import type { CheckOptions } from './check-arguments.ts';
import { type CheckedInput, checkInputs } from './check-inputs.ts';
import type { Console, ExitCode } from './console.ts';
import { renderSarif, type SarifInput } from './report-sarif.ts';
import { createPaint, renderInput, renderSummary } from './report-text.ts';
import { Tally } from './tally.ts';

/** Checks, and fixes where asked: 0 all valid, 1 something is not, 2 an input could not be read. */
export async function runCheck(
  { format, fix, maxWarnings, inputs }: CheckOptions,
  console: Console,
): Promise<ExitCode> {
  const paint = createPaint(console.color);
  const tally = new Tally();
  const sarif: SarifInput[] = [];
  const failures: string[] = [];
  for await (const checked of checkInputs(inputs, console, fix)) {
    if (checked.kind === 'failed') {
      tally.failed += 1;
      failures.push(checked.message);
      console.err(`check: ${checked.message}\n`);
      continue;
    }
    tally.add(checked);
    if (format === 'json') await console.out(renderJson(checked));
    else if (format === 'text') await console.out(renderInput(checked, paint));
    else sarif.push({ input: checked.input, findings: checked.result.findings });
  }
  if (format === 'sarif') await console.out(renderSarif(sarif, failures, console.cwd));
  if (format === 'text' && tally.inputs > 0) await console.out(renderSummary(tally, paint));
  if (maxWarnings !== null && tally.counts.warning > maxWarnings) {
    console.err(`check: ${tally.counts.warning} warnings, more than the ${maxWarnings} allowed\n`);
  }
  return tally.exitCode(maxWarnings);
}

function renderJson({ input, result: { valid, quality, assessment, document, findings } }: CheckedInput): string {
  return `${JSON.stringify({ input: input.name, valid, quality, assessment, document, findings })}\n`;
}
