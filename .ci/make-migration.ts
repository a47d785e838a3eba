import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findBaseline, MIGRATIONS, makeBaseline } from './baseline.ts';

/**
 * Makes the baseline migration anew from supabase/schemas: `npm run make-migration`. A changed baseline has a new version, so that
 * no database takes it for the one that it has applied. From the first release on the baseline stays, and changes are migrations
 * of their own.
 */
mkdirSync(MIGRATIONS, { recursive: true });
const baseline = makeBaseline();
const file = findBaseline();
if (file === null || readFileSync(new URL(file, MIGRATIONS), 'utf8') !== baseline) {
  if (file !== null) rmSync(new URL(file, MIGRATIONS));
  const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  writeFileSync(new URL(`${version}_baseline.sql`, MIGRATIONS), baseline);
}
