import { writeCopy } from './backup/write-copy.ts';
import { EnvError, parseEnv } from './env.ts';
import { openStoreOf } from './open-store-of.ts';
import { startStage } from './progress.ts';

const USAGE = `usage: npm run export -- <file>
Writes a copy of the whole directory: gzip over NDJSON, to be kept as a secret. Exit code: 0 done, 1 failed, 2 wrong use.
`;

async function run(file: string): Promise<void> {
  const store = await openStoreOf(parseEnv(process.env));
  const stage = startStage('export', process.stderr, Date.now);
  try {
    const { rows, counts, sha256 } = await writeCopy(file, {
      store,
      now: Date.now,
      onProgress: (done) => stage.update(done, done),
    });
    stage.end(`${rows} rows, ${counts['domains'] ?? 0} domains`);
    process.stdout.write(`${JSON.stringify({ file, rows, counts, sha256 })}\n`);
  } finally {
    await store.close();
  }
}

const [file, ...more] = process.argv.slice(2);
if (file === undefined || more.length > 0 || file.startsWith('-')) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  await run(file).catch((error: unknown) => {
    process.stderr.write(`export: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof EnvError ? 2 : 1;
  });
}
