import { restoreCopy } from '../src/jobs/backup/restore-copy.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { openStoreOf } from '../src/runtime/open-configured-store.ts';
import { startStage } from '../src/runtime/progress.ts';
import { onlyArgument, runProgram } from './run-program.ts';

const USAGE = `usage: npm run restore -- <file>
Verifies a copy that npm run export has written, and restores it into an empty directory. One that was interrupted is taken up
again by the same command. Exit code: 0 done, 1 failed, 2 wrong use.
`;

async function main(): Promise<undefined> {
  const file = onlyArgument();
  const store = await openStoreOf(parseEnv(process.env));
  const stage = startStage('restore', process.stderr, Date.now);
  try {
    const { rows, counts, sha256 } = await restoreCopy(file, { store, onProgress: stage.update });
    stage.end(`${rows} rows, ${counts['domains'] ?? 0} domains`);
    process.stdout.write(`${JSON.stringify({ file, rows, counts, sha256 })}\n`);
  } finally {
    await store.close();
  }
}

await runProgram('restore', main, USAGE);
