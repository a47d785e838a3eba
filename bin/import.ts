import { createReadStream } from 'node:fs';
import { readDomains } from '../src/jobs/import/read-domains.ts';
import { readLines } from '../src/jobs/read-lines.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { openStoreOf } from '../src/runtime/open-configured-store.ts';
import { EXIT, onlyArgument, runProgram } from './run-program.ts';

const USAGE = `usage: npm run import -- <file | ->
Tracks the domains of a list: one a line, rank,domain lines, or CSV or TSV with a column named domain. The crawl visits them next.
Exit code: 0 done, 1 failed or nothing to track, 2 wrong use.
`;
/** Domains in one call to the store: one statement of some milliseconds. */
const BATCH = 1_000;
/** Bad lines that are shown one by one. */
const MAX_SHOWN = 20;

async function main(): Promise<number> {
  const file = onlyArgument();
  const env = parseEnv(process.env);
  const options = { reserved: env.SANDBOX_ORIGIN !== undefined, ownHost: new URL(env.BASE_URL).hostname };
  const store = await openStoreOf(env);
  const count = { added: 0, known: 0, bad: 0 };
  const batch = new Set<string>();
  const track = async () => {
    const { added, known } = await store.track([...batch]);
    count.added += added;
    count.known += known;
    batch.clear();
  };
  try {
    const lines = readLines(file === '-' ? process.stdin : createReadStream(file));
    for await (const entry of readDomains(lines, options)) {
      if ('detail' in entry) {
        count.bad += 1;
        if (count.bad <= MAX_SHOWN) process.stderr.write(`line ${entry.line}: ${entry.detail}\n`);
        continue;
      }
      batch.add(entry.domain);
      if (batch.size >= BATCH) await track();
    }
    if (batch.size > 0) await track();
  } finally {
    await store.close();
  }
  if (count.bad > MAX_SHOWN) process.stderr.write(`and ${count.bad - MAX_SHOWN} more lines that are no domains\n`);
  process.stdout.write(`${count.added} domains added, ${count.known} known already, ${count.bad} lines refused\n`);
  return count.added + count.known > 0 ? EXIT.done : EXIT.failed;
}

await runProgram('import', main, USAGE);
