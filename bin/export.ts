import { writeCopy } from '../src/jobs/backup/write-copy.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { openStoreOf } from '../src/runtime/open-configured-store.ts';
import { startStage } from '../src/runtime/progress.ts';
import { onlyArgument, runProgram } from './run-program.ts';

const USAGE = `usage: npm run export -- <file>
Writes a copy of the whole directory: gzip over NDJSON, to be kept as a secret. Exit code: 0 done, 1 failed, 2 wrong use.
`;

async function main(): Promise<undefined> {
  const file = onlyArgument();
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

await runProgram('export', main, USAGE);
