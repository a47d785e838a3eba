import { parseAgreeArguments } from './agree/agree-arguments.ts';
import { runAgree } from './agree/run-agree.ts';
import { parseBuildArguments } from './build/build-arguments.ts';
import { runBuild } from './build/run-build.ts';
import { parseCheckArguments } from './check-arguments.ts';
import type { Console, ExitCode } from './console.ts';
import { parseDiffArguments } from './diff-arguments.ts';
import { parseDraftArguments } from './draft/draft-arguments.ts';
import { runDraft } from './draft/run-draft.ts';
import { parseLockArguments } from './lock/lock-arguments.ts';
import { runLock } from './lock/run-lock.ts';
import { runCheck } from './run-check.ts';
import { runDiff } from './run-diff.ts';
import { type Command, type Parsed, USAGE, USAGES } from './usage.ts';

/** Runs the program without the process. */
export async function runCommand(argv: readonly string[], version: string, console: Console): Promise<ExitCode> {
  const [command = '', ...args] = argv;
  switch (command) {
    case 'check':
    case 'fix':
      return run(command, parseCheckArguments(args, command === 'fix'), runCheck, console);
    case 'diff':
      return run(command, parseDiffArguments(args), runDiff, console);
    case 'draft':
      return run(command, parseDraftArguments(args), runDraft, console);
    case 'build':
      return run(command, parseBuildArguments(args), runBuild, console);
    case 'lock':
      return run(command, parseLockArguments(args), runLock, console);
    case 'agree':
      return run(command, parseAgreeArguments(args), runAgree, console);
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
  parsed: Parsed<Options>,
  act: (options: Options, console: Console) => Promise<ExitCode>,
  console: Console,
): Promise<ExitCode> {
  if (parsed.kind === 'run') return act(parsed.options, console);
  if (parsed.kind === 'help') {
    await console.out(USAGES[command]);
    return 0;
  }
  console.err(`${command}: ${parsed.message}\n\n${USAGES[command]}`);
  return 2;
}
