import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileSite } from '../../src/site/build/compile-site.ts';
import { inTurn, median, report } from './figure.ts';
import { generateDetails } from './generate-details.ts';
import { type BuildRun, runBuild } from './run-build.ts';

/**
 * Compares the build with Hugo: `npm run bench -- build [--count=20000] [--rounds=3] [--hugo=/path/to/hugo]`. Records are equal
 * and templates are similar (hugo/layouts: page, JSON, Markdown and badge of each domain, and the paged list). The search indexes
 * have a separate figure, because Hugo builds no index. Each build is a separate process with a store of generated records.
 */
const { values } = parseArgs({
  options: { count: { type: 'string' }, rounds: { type: 'string' }, hugo: { type: 'string' } },
});
const count = Number(values.count ?? 2_000);
const rounds = Number(values.rounds ?? 3);
const hugo = values.hugo ?? 'hugo';

const BENCH = 'build';
const MAX_OF_HUGO = 2;
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
  const hasHugo = spawnSync(hugo, ['version']).status === 0;
  const figure = `full build of ${count} domains, pages and lists`;
  if (hasHugo) {
    const times = await inTurn(rounds, { ours, hugo: hugoRunner(join(work, 'hugo')) });
    const bar = { atMost: MAX_OF_HUGO };
    report({ bench: BENCH, figure, value: times.ours, unit: 'ms', peer: 'hugo', peerValue: times.hugo, bar });
  } else {
    console.log('hugo is not here (Debian: apt install hugo; or --hugo=path): the build is measured without its peer');
    const times = await inTurn(rounds, { ours });
    report({ bench: BENCH, figure, value: times.ours, unit: 'ms' });
  }
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

/** Writes the records as content with front matter. Returns a function that builds them from scratch. */
function hugoRunner(dir: string): () => number {
  cpSync(join(import.meta.dirname, 'hugo'), dir, { recursive: true });
  mkdirSync(join(dir, 'content/domain'), { recursive: true });
  for (const detail of generateDetails(count)) {
    const { domain, verified, authority } = detail.facts;
    const order = (verified ? 1_000 : 0) + (authority ?? 0);
    const front = { title: domain, order, detail };
    writeFileSync(join(dir, 'content/domain', `${domain}.md`), `${JSON.stringify(front)}\n`);
  }
  return () => {
    const started = performance.now();
    execFileSync(hugo, ['--quiet', '--source', dir, '--destination', newFolder('public')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return performance.now() - started;
  };
}
