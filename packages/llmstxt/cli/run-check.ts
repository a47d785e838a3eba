import { parseArguments, USAGE } from './arguments.ts';
import { checkInputs } from './check-inputs.ts';
import type { Sources } from './read-input.ts';
import { renderSarif, type SarifInput } from './report-sarif.ts';
import { createPaint, renderInput, renderSummary } from './report-text.ts';
import { Tally } from './tally.ts';

export interface Console extends Sources {
  readonly out: (text: string) => void | Promise<void>;
  readonly err: (text: string) => void;
  readonly colour: boolean;
  readonly cwd: string;
}

/** The whole command but for the process around it: 0 all valid, 1 something is not, 2 it could not be told. */
export async function runCheck(argv: readonly string[], console: Console): Promise<0 | 1 | 2> {
  const parsed = parseArguments(argv);
  if (parsed.kind === 'help') {
    await console.out(USAGE);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    console.err(`check: ${parsed.message}\n\n${USAGE}`);
    return 2;
  }
  const { format, fix, maxWarnings, inputs } = parsed.options;
  const paint = createPaint(console.colour);
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
    const { input, inspection } = checked;
    const { valid, quality, document, findings } = inspection;
    tally.add(checked);
    if (format === 'json') {
      await console.out(`${JSON.stringify({ input: input.name, valid, quality, document, findings })}\n`);
    } else if (format === 'sarif') sarif.push({ input, findings });
    else await console.out(renderInput(checked, paint));
  }
  if (format === 'sarif') await console.out(renderSarif(sarif, failures, console.cwd));
  if (format === 'text' && tally.inputs > 0) await console.out(renderSummary(tally, paint));
  if (maxWarnings !== null && tally.counts.warning > maxWarnings) {
    console.err(`check: ${tally.counts.warning} warnings, more than the ${maxWarnings} allowed\n`);
  }
  return tally.exitCode(maxWarnings);
}
