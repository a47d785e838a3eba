import { spawn } from 'node:child_process';

/** Longest time of a program. A suite starts a program and sends a few hundred requests. */
const TIMEOUT_MS = 150_000;

/** Runs a program to its end and resolves with its output. */
export function runProgram(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, timeout: TIMEOUT_MS });
    let said = '';
    const hear = (part: Buffer) => {
      said += part.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });
}
