import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileSite } from '../../src/site/build/compile-site.ts';
import { inTurn, median, report } from './figure.ts';
import { type BuildRun, runBuild } from './run-build.ts';

/**
 * Measures full builds and builds after a change of 1 %: `npm run bench -- build [--count=100000] [--rounds=3]`. Each build is a
 * separate process with a store of generated records.
 */
const { values } = parseArgs({ options: { count: { type: 'string' }, rounds: { type: 'string' } } });
const count = Number(values.count ?? 2_000);
const rounds = Number(values.rounds ?? 3);

const BENCH = 'build';
const MAX_OF_FULL = 0.05;
const MAX_MEMORY_MB = 1_000;
const MEMORY_AT = 100_000;

const work = mkdtempSync(join(tmpdir(), 'bench-build-'));
try {
  await compileSite(tmpdir());
  const runs: Record<'full' | 'visited' | 'changed', BuildRun[]> = { full: [], visited: [], changed: [] };
  const ours = async () => {
    const outDir = newFolder('site');
    const run = await runBuild(count, 'nothing', outDir);
    runs.full.push(run);
    runs.visited.push(await runBuild(count, 'visit', outDir));
    runs.changed.push(await runBuild(count, 'content', outDir));
    return run.durationMs - run.stageMs.index;
  };
  const times = await inTurn(rounds, { ours });
  report({ bench: BENCH, figure: `full build of ${count} domains, pages and lists`, value: times.ours, unit: 'ms' });
  report({
    bench: BENCH,
    figure: `search indexes of ${count} domains`,
    value: median(runs.full.map(({ stageMs }) => stageMs.index)),
    unit: 'ms',
  });
  const full = median(runs.full.map(({ durationMs }) => durationMs));
  for (const [name, kind] of [
    ['1 % of the domains visited again', 'visited'],
    ['1 % of the domains with another summary, search included', 'changed'],
  ] as const) {
    report({
      bench: BENCH,
      figure: name,
      value: median(runs[kind].map(({ durationMs }) => durationMs)),
      unit: 'ms',
      peer: 'full build',
      peerValue: full,
      bar: { atMost: MAX_OF_FULL },
    });
  }
  report({
    bench: BENCH,
    figure: `memory of all its processes at its highest, ${count} domains`,
    value: median(runs.full.map(({ maxMb }) => maxMb)),
    unit: 'MB',
    ...(count >= MEMORY_AT ? { bar: { atMost: MAX_MEMORY_MB } } : {}),
  });
  console.log(
    JSON.stringify({
      stages: runs.full.map(({ stageMs }) => stageMs),
      changed: runs.changed.map(({ stageMs }) => stageMs),
    }),
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Returns a new folder for each build, because ext4 creates files slowly for minutes after many removals. */
function newFolder(name: string): string {
  return join(mkdtempSync(join(work, 'round-')), name);
}
