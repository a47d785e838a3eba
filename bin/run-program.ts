import { EnvError } from '../src/runtime/env.ts';

/** How every program ends. A program may have codes of its own beside these. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** The program was called wrongly; without a detail its usage says enough. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a program to its end and sets the exit code: what it answers, 0 for nothing, 2 when it or its settings were called wrongly, 1 for
 * every other error. An error is one line on standard error, with the usage behind it when the call was wrong.
 */
export async function runProgram(name: string, main: () => Promise<number | undefined>, usage = ''): Promise<void> {
  try {
    process.exitCode = (await main()) ?? EXIT.done;
  } catch (error) {
    const isUsage = isWrongUse(error);
    const detail = detailOf(error);
    process.stderr.write(`${detail === '' ? '' : `${name}: ${detail}\n`}${isUsage ? usage : ''}`);
    process.exitCode = isUsage || error instanceof EnvError ? EXIT.usage : EXIT.failed;
  }
}

/** Said by a program, or by the runtime's own reader of arguments. */
function isWrongUse(error: unknown): boolean {
  const isUnread = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isUnread || error instanceof UsageError;
}

/** What a person can do something about is a sentence; a mistake of ours is found by where it happened. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMistake = (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);
  return (isMistake ? error.stack : undefined) ?? error.message;
}

/** The one argument of a program; `-` is one. Throws `UsageError` for none, more, or an option. */
export function onlyArgument(): string {
  const [argument, ...more] = process.argv.slice(2);
  if (argument === undefined || more.length > 0 || (argument.startsWith('-') && argument !== '-'))
    throw new UsageError();
  return argument;
}
