import { parseBuildArguments } from './build/build-arguments.ts';
import { runBuild } from './build/run-build.ts';
import { parseCheckArguments } from './check-arguments.ts';
import type { Console, ExitCode } from './console.ts';
import { parseDiffArguments } from './diff-arguments.ts';
import { parseDraftArguments } from './draft/draft-arguments.ts';
import { runDraft } from './draft/run-draft.ts';
import { InputError } from './input.ts';
import { parseLockArguments } from './lock/lock-arguments.ts';
import { runLock } from './lock/run-lock.ts';
import { runCheck } from './run-check.ts';
import { runDiff } from './run-diff.ts';
import { type Command, USAGE, USAGES, UsageError } from './usage.ts';

/** Runs the program without access to the process. */
export async function runCommand(argv: readonly string[], version: string, console: Console): Promise<ExitCode> {
  const [command = '', ...args] = argv;
  switch (command) {
    case 'check':
    case 'fix':
      return run(command, args, (given) => parseCheckArguments(given, command === 'fix'), runCheck, console);
    case 'diff':
      return run(command, args, parseDiffArguments, runDiff, console);
    case 'draft':
      return run(command, args, parseDraftArguments, runDraft, console);
    case 'build':
      return run(command, args, parseBuildArguments, runBuild, console);
    case 'lock':
      return run(command, args, parseLockArguments, runLock, console);
    case '--help':
    case '-h':
      await console.out(USAGE);
      return 0;
    case '--version':
      await console.out(`${version}\n`);
      return 0;
    default:
      console.err(`${command === '' ? 'no command' : `unknown command '${command}'`}\n\n${USAGE}`);
      return 2;
  }
}

async function run<Options>(
  command: Command,
  args: readonly string[],
  parse: (args: readonly string[]) => Options,
  act: (options: Options, console: Console) => Promise<ExitCode>,
  console: Console,
): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) {
    await console.out(USAGES[command]);
    return 0;
  }
  try {
    return await act(parse(args), console);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const usage = error instanceof UsageError ? `\n${USAGES[command]}` : '';
    console.err(`${command}: ${error.message}\n${usage}`);
    return 2;
  }
}
