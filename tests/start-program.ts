import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Sandbox } from '../src/sandbox/start-sandbox.ts';
import { RECORDING } from './outputs/keep.ts';
import { START_ENV } from './start-env.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Settings with which a program uses a sandbox. */
export const sandboxSettings = ({ origin, caFile, dns }: Sandbox): Record<string, string> => ({
  SANDBOX_ORIGIN: origin,
  SANDBOX_CA: caFile,
  SANDBOX_DNS: dns,
});

/** Starts `npx directory` with these arguments and settings. The test may read its standard output. The runner shows its errors. */
export function startProgram(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): ChildProcessByStdio<null, Readable, null> {
  const program = spawn(process.execPath, [join(ROOT, 'bin/directory.ts'), ...args], {
    cwd: ROOT,
    env: { ...START_ENV, ...RECORDING, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Read the output, because a program stops when its pipe is full.
  program.stdout.resume();
  return program;
}

/** Sends a signal to a program that still runs, and waits for its end. Returns the exit code and the signal. */
export async function endProgram(program: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> {
  if (program.exitCode !== null || program.signalCode !== null) return [program.exitCode, program.signalCode];
  const ended = once(program, 'exit');
  program.kill(signal);
  return await ended;
}
