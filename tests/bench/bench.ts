import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run bench -- <name>… [-- options]` runs tests/bench/<name>.bench.ts. Exits with 1 if a figure misses its bar,
 * and with 2 for an unknown name.
 */
const args = process.argv.slice(2);
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace(/\.bench\.ts$/, ''));
const split = args.findIndex((arg) => arg.startsWith('-'));
const names = split === -1 ? args : args.slice(0, split);
const options = split === -1 ? [] : args.slice(split);

if (names.length === 0 || names.some((name) => !existsSync(join(import.meta.dirname, `${name}.bench.ts`)))) {
  console.error(`usage: npm run bench -- <name>…   (${known.join(', ')})`);
  process.exit(2);
}

let failed = false;
for (const name of names) {
  const file = join(import.meta.dirname, `${name}.bench.ts`);
  const run = spawnSync(process.execPath, ['--expose-gc', file, ...options], { stdio: 'inherit' });
  failed ||= run.status !== 0;
}
process.exit(failed ? 1 : 0);
