import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median, report } from './figure.ts';

/** Measures the time from `npm start` to the first answer, and from Ctrl-C to the exit. */
const ROUNDS = 3;
const PORT = 4399;
const root = resolve(import.meta.dirname, '../..');

async function start(dataDir: string): Promise<{ startMs: number; stopMs: number }> {
  const startedAt = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT) };
  const program = spawn(process.execPath, ['bin/directory.ts', 'start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(program, 'exit');
  while (!(await answers())) {
    if (program.exitCode !== null) throw new Error(`npm start ended with ${program.exitCode}`);
    await wait(25);
  }
  const startMs = performance.now() - startedAt;
  const stoppedAt = performance.now();
  program.kill('SIGINT');
  const [code] = await ended;
  if (code !== 0) throw new Error(`Ctrl-C ended with ${code}`);
  return { startMs, stopMs: performance.now() - stoppedAt };
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${PORT}/v1/stats`)).ok;
  } catch {
    return false;
  }
}

const first: number[] = [];
const second: number[] = [];
const stops: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'));
  const fresh = await start(dataDir);
  const again = await start(dataDir);
  first.push(fresh.startMs);
  second.push(again.startMs);
  stops.push(fresh.stopMs, again.stopMs);
  await rm(dataDir, { recursive: true, force: true });
}
const seconds = (values: readonly number[]) => median(values) / 1000;
report({
  bench: 'start',
  figure: 'first start, to the first answer',
  value: seconds(first),
  unit: 's',
  bar: { atMost: 90 },
});
report({
  bench: 'start',
  figure: 'second start, to the first answer',
  value: seconds(second),
  unit: 's',
  bar: { atMost: 5 },
});
report({ bench: 'start', figure: 'Ctrl-C to the end', value: seconds(stops), unit: 's', bar: { atMost: 10 } });
