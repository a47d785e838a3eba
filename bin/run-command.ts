import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from '@commander-js/extra-typings';
import { EnvError } from '../src/runtime/env.ts';

/** How every command ends. A command may have codes of its own beside these. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** The command was called wrongly, as its arguments alone could not show. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a command line to its end and returns the exit code of a failure: 2 when the command or its settings were wrong, 1 for every other
 * error, and null when nothing failed. An error is one line on standard error, with the help behind it when the call was wrong.
 */
export async function runCommand(program: CommandUnknownOpts, argv: readonly string[]): Promise<number | null> {
  try {
    await program.parseAsync(argv, { from: 'user' });
    return null;
  } catch (error) {
    // Commander has written its message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    process.stderr.write(`error: ${detailOf(error)}\n`);
    return error instanceof UsageError || error instanceof EnvError ? EXIT.usage : EXIT.failed;
  }
}

/** An expected error is its message; a defect of this program is its stack trace. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMistake = (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);
  return (isMistake ? error.stack : undefined) ?? error.message;
}
