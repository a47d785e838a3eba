import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Scorer } from '../../ruler/judge-edits.ts';
import { InputError } from '../input.ts';

/** Time for one file, in ms. A validator in a slow language starts within a second. */
const TIMEOUT_MS = 30_000;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns a scorer that runs a program for each file, as many at a time as there are processors. The program reads the file from
 * standard input and prints a number; LLMS_TXT_URL is the URL of the file. Rejects with an `InputError` if a run ends otherwise.
 */
export function createProgramScorer([command = '', ...args]: readonly string[]): Scorer {
  let free = availableParallelism();
  const waiting: (() => void)[] = [];
  return async (text, url) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return parseScore(await runProgram(command, args, text, url), command);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

function runProgram(command: string, args: readonly string[], text: string, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, LLMS_TXT_URL: url },
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: TIMEOUT_MS,
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part;
    });
    child.on('error', (error) => reject(new InputError(`${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(out);
      else reject(new InputError(`${command}: ended with ${code ?? signal} for ${url}`));
    });
    // A program that reads only a part closes the pipe: its number counts all the same.
    child.stdin.on('error', () => {}).end(text);
  });
}

function parseScore(out: string, command: string): number {
  const trimmed = out.trim();
  if (NUMBER.test(trimmed)) return Number(trimmed);
  throw new InputError(`${command}: printed no number: ${trimmed.slice(0, 80)}`);
}
