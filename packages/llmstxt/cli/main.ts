import { once } from 'node:events';
import type { Net } from '../../../src/fetch/guarded-fetch.ts';
import { EnvError, parseEnv } from '../../../src/runtime/env.ts';
import { runCheck } from './run-check.ts';

const doors: Promise<Net>[] = [];

/** Network code is loaded for the first URL only. */
function onlyOnce(): Promise<Net> {
  const door = doors[0] ?? openNet();
  if (doors.length === 0) doors.push(door);
  return door;
}

async function openNet(): Promise<Net> {
  const { openNet: open, sandboxOf } = await import('../../../src/runtime/open-net.ts');
  const env = parseEnv(process.env);
  return open(env, await sandboxOf(env), Date.now);
}

/** Waits for a slow reader, so that a large folder never piles up in memory. */
async function out(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

// `check … | head` closes the pipe early: that is the reader's decision, not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));

try {
  process.exitCode = await runCheck(process.argv.slice(2), {
    stdin: process.stdin,
    openNet: onlyOnce,
    out,
    err: (text) => void process.stderr.write(text),
    colour: process.stdout.isTTY === true && !process.env['NO_COLOR'],
    cwd: process.cwd(),
  });
} catch (error) {
  process.stderr.write(`check: ${error instanceof EnvError ? error.message : String(error)}\n`);
  process.exitCode = 2;
} finally {
  for (const door of doors) await (await door.catch(() => null))?.close();
}
