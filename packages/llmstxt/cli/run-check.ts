import { dirname, relative, resolve } from 'node:path';
import type { CheckOptions } from './check-arguments.ts';
import { checkInputs } from './check-inputs.ts';
import { ConfigFinder } from './config-finder.ts';
import type { Console, ExitCode } from './console.ts';
import { createReport } from './report.ts';
import { count, Tally } from './tally.ts';
import { UsageError } from './usage.ts';
import { watchInputs } from './watch-inputs.ts';

/**
 * Checks inputs and fixes them on request. Exits with 0 if all are valid, 1 if not, 2 if an input was unreadable.
 * With `watch`, checks again after every change until the process ends.
 */
export async function runCheck(options: CheckOptions, console: Console): Promise<ExitCode> {
  for (;;) {
    const configs = new ConfigFinder(console.cwd, options.config);
    const inputs = options.inputs.length > 0 ? options.inputs : await configuredPaths(configs, console.cwd);
    if (inputs.length === 0) break;
    if (!options.watch) return await checkOnce(inputs, options, configs, console);
    const watching = await watchInputs(inputs, options.config, console.cwd);
    await checkOnce(inputs, options, configs, console);
    console.err('\nchecking again after every change. Press Ctrl-C to stop\n');
    await watching.changed;
  }
  throw new UsageError(`no input: name ${options.fix ? 'a file or a folder' : 'a file, a folder, a URL or -'}`);
}

/** Returns the inputs of the working folder's config. */
async function configuredPaths(configs: ConfigFinder, cwd: string): Promise<readonly string[]> {
  const { config, path } = await configs.ofFolder(cwd);
  return path === null ? [] : config.paths.map((name) => relative(cwd, resolve(dirname(path), name)) || '.');
}

async function checkOnce(
  inputs: readonly string[],
  { command, format, fix, maxWarnings, base }: CheckOptions,
  configs: ConfigFinder,
  console: Console,
): Promise<ExitCode> {
  const tally = new Tally();
  const report = createReport(format, console, await configs.rulesDirectory());
  const failures = new Set<string>();
  // Count fixes only for the text report, because other reports do not show them.
  const fixes = fix ? 'write' : format === 'text' ? 'count' : 'skip';
  for await (const checked of checkInputs(inputs, { sources: console, configs, fixes, base, root: null })) {
    if (checked.kind === 'checked') {
      tally.add(checked);
      await console.out(report.checked(checked));
      continue;
    }
    tally.failed += 1;
    // A wrong config fails each of its inputs, but is printed once.
    if (failures.has(checked.message)) continue;
    failures.add(checked.message);
    console.err(`${command}: ${checked.message}\n`);
    await console.out(report.failed(checked.message));
  }
  await console.out(report.end(tally));
  if (maxWarnings !== null && tally.counts.warning > maxWarnings) {
    console.err(`${command}: ${count(tally.counts.warning, 'warning')}, more than the ${maxWarnings} allowed\n`);
  }
  return tally.exitCode(maxWarnings);
}
