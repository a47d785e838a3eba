import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeSnapshot } from '../../src/jobs/snapshot/write-snapshot.ts';
import { packText } from '../../src/store/packed-text.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { report } from './figure.ts';
import { generateDirectory } from './generate-directory.ts';

/**
 * Measures a snapshot of `--count` domains with 20 links per listed site, written twice: `npm run bench -- snapshot
 * --count=100000`. Memory is the live memory without the database, which runs in this process.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '100000' } } });
const count = Number(values.count);
const MB = 1_000_000;
const LOOK_MS = 100;
const LINKS = Array.from(
  { length: 20 },
  (_, at) => `- [Page ${at} of the docs](https://docs.example/${at}): What it says.`,
);
const TEXT = packText(`# Site\n\n## Docs\n\n${LINKS.join('\n')}\n`);
const TEXTS = [
  `insert into directory.texts (hash, packed) values ('docs', decode('${TEXT}', 'base64'))`,
  `insert into directory.files (domain, text_hash) select domain, 'docs' from directory.domains where visibility = 'listed'`,
  'vacuum analyze directory.files',
];

const folder = mkdtempSync(join(tmpdir(), 'snapshot-bench-'));
const opened = await openEmbeddedTestStore();
try {
  for (const sql of [...generateDirectory(count), ...TEXTS]) await opened.query(sql);
  const runs = [await write('first'), await write('second')] as const;
  const [{ hashes }, again] = runs;
  const [first] = runs;
  const figure = (name: string) => `snapshot of ${count} domains${name}`;
  report({ bench: 'snapshot', figure: figure(''), value: first.seconds, unit: 's', bar: { atMost: 60 } });
  report({ bench: 'snapshot', figure: figure(': memory'), value: first.bytes / MB, unit: 'MB', bar: { atMost: 400 } });
  const differing = Object.keys(hashes).filter((name) => hashes[name] !== again.hashes[name]).length;
  report({
    bench: 'snapshot',
    figure: figure(': files that differ when it is written again'),
    value: differing,
    unit: 'files',
    bar: { atMost: 0 },
  });
} finally {
  await opened.close();
  rmSync(folder, { recursive: true });
}

async function write(name: string) {
  globalThis.gc?.();
  const before = aliveBytes();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, aliveBytes() - before);
  }, LOOK_MS);
  const date = '2026-11-20';
  const startedAt = performance.now();
  await writeSnapshot({ store: opened.store, folder: join(folder, name), date, baseUrl: 'https://directory.example' });
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(watch);
  const written = join(folder, name, date);
  const hashes = Object.fromEntries(
    readdirSync(written).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(written, file)))
        .digest('hex'),
    ]),
  );
  return { seconds, bytes: peak, hashes };
}

function aliveBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
