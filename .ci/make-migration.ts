import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findBaseline, MIGRATIONS, makeBaseline } from './baseline.ts';

/**
 * Generates the baseline migration from supabase/schemas: `npm run make-migration`. A changed baseline has a new
 * version, so that no database confuses it with an applied baseline. After the first release, the baseline stays and
 * each change needs a separate migration.
 */
mkdirSync(MIGRATIONS, { recursive: true });
const baseline = makeBaseline();
const file = findBaseline();
if (file === null || readFileSync(new URL(file, MIGRATIONS), 'utf8') !== baseline) {
  if (file !== null) rmSync(new URL(file, MIGRATIONS));
  const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  writeFileSync(new URL(`${version}_baseline.sql`, MIGRATIONS), baseline);
}
