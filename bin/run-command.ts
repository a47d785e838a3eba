import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from '@commander-js/extra-typings';
import { EnvError } from '../src/runtime/env.ts';

/** Exit codes of all commands. A command may define more codes. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Wrong call that the argument parser cannot detect. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a command line. Returns 2 for a wrong call or setting, 1 for other errors, and null on success. Prints an
 * error as one line, followed by the help after a wrong call.
 */
export async function runCommand(program: CommandUnknownOpts, argv: readonly string[]): Promise<number | null> {
  try {
    await program.parseAsync(argv, { from: 'user' });
    return null;
  } catch (error) {
    // Commander printed its message or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    process.stderr.write(`error: ${formatDetail(error)}\n`);
    return error instanceof UsageError || error instanceof EnvError ? EXIT.usage : EXIT.failed;
  }
}

/** Message of Node for a file: `ENOENT: no such file or directory, open 'list.csv'`. */
const FILE_MESSAGE = /^E[A-Z0-9]+: ([^,]+), \w+(?: '([^']+)')?$/;

/** Returns the message of an expected error, and the stack trace of an internal one. */
function formatDetail(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMistake = (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);
  if (isMistake && error.stack !== undefined) return error.stack;
  const [, reason = error.message, path] = FILE_MESSAGE.exec(error.message) ?? [];
  return path === undefined ? reason : `${path}: ${reason}`;
}
