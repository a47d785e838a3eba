import { createReadStream } from 'node:fs';
import { openStore } from '../src/store/open-store.ts';
import { readDomains } from './crawl/read-domains.ts';
import { readLines } from './crawl/read-lines.ts';
import { EnvError, parseEnv } from './env.ts';

const USAGE = `usage: npm run import -- <file | ->
Tracks the domains of a list: one a line, rank,domain lines, or CSV or TSV with a column named domain. The crawl visits them next.
Exit code: 0 done, 1 failed or nothing to track, 2 wrong use.
`;
/** Domains in one call to the store: one statement of some milliseconds. */
const BATCH = 1_000;
/** Bad lines that are shown one by one. */
const MAX_SHOWN = 20;

async function run(file: string): Promise<number> {
  const env = parseEnv(process.env);
  const options = { reserved: env.SANDBOX_ORIGIN !== undefined, ownHost: new URL(env.BASE_URL).hostname };
  const store = await openStore({
    dataDir: env.DATA_DIR,
    access: 'share',
    ...(env.SUPABASE_URL && env.SUPABASE_SECRET_KEY
      ? { supabaseUrl: env.SUPABASE_URL, secretKey: env.SUPABASE_SECRET_KEY }
      : {}),
  });
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
  return count.added + count.known > 0 ? 0 : 1;
}

const [file, ...more] = process.argv.slice(2);
if (file === undefined || more.length > 0 || (file.startsWith('-') && file !== '-')) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await run(file).catch((error: unknown) => {
    process.stderr.write(`import: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof EnvError ? 2 : 1;
  });
}
