import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { compileSite } from '../../functions/build/compile-site.ts';
import { inTurn, median, report } from './figure.ts';
import { generateDetails } from './generate-details.ts';

/**
 * The build against Hugo on the same records with like templates (hugo/layouts: page, JSON, Markdown and badge of each domain,
 * and the paged list): `npm run bench -- build [--count=20000] [--rounds=3] [--hugo=/path/to/hugo]`.
 * The search index is measured beside it: Hugo makes none.
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

const runSchema = z.object({
  fullMs: z.number(),
  stageMs: z.object({ pages: z.number(), lists: z.number(), index: z.number() }),
  againMs: z.number(),
  maxRssMb: z.number(),
});

const work = mkdtempSync(join(tmpdir(), 'bench-build-'));
try {
  await compileSite();
  const runs: z.infer<typeof runSchema>[] = [];
  const ours = () => {
    const args = [join(import.meta.dirname, 'build-run.ts'), `--count=${count}`, `--out=${join(work, 'site')}`];
    const run = runSchema.parse(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })));
    runs.push(run);
    return run.fullMs - run.stageMs.index;
  };
  const hasHugo = spawnSync(hugo, ['version']).status === 0;
  if (hasHugo) {
    const times = await inTurn(rounds, { ours, hugo: hugoRunner(join(work, 'hugo')) });
    report({
      bench: BENCH,
      figure: `full build of ${count} domains, pages and lists`,
      value: times.ours,
      unit: 'ms',
      peer: 'hugo',
      peerValue: times.hugo,
      bar: { atMost: MAX_OF_HUGO },
    });
  } else {
    console.log('hugo is not here (Debian: apt install hugo; or --hugo=path): the build is measured without its peer');
    const times = await inTurn(rounds, { ours });
    report({ bench: BENCH, figure: `full build of ${count} domains, pages and lists`, value: times.ours, unit: 'ms' });
  }
  report({
    bench: BENCH,
    figure: `search index of ${count} domains`,
    value: median(runs.map(({ stageMs }) => stageMs.index)),
    unit: 'ms',
  });
  report({
    bench: BENCH,
    figure: '1 % of the domains visited again',
    value: median(runs.map(({ againMs }) => againMs)),
    unit: 'ms',
    peer: 'full build',
    peerValue: median(runs.map(({ fullMs }) => fullMs)),
    bar: { atMost: MAX_OF_FULL },
  });
  report({
    bench: BENCH,
    figure: `memory at its highest, ${count} domains held by the run itself included`,
    value: median(runs.map(({ maxRssMb }) => maxRssMb)),
    unit: 'MB',
    ...(count >= MEMORY_AT ? { bar: { atMost: MAX_MEMORY_MB } } : {}),
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Writes the same records as content with front matter, and builds them from nothing each time. */
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
    for (const made of ['public', 'resources']) rmSync(join(dir, made), { recursive: true, force: true });
    const started = performance.now();
    execFileSync(hugo, ['--quiet', '--source', dir], { stdio: ['ignore', 'ignore', 'inherit'] });
    return performance.now() - started;
  };
}
