import { readdirSync, readFileSync } from 'node:fs';

const SUPABASE = new URL('../supabase/', import.meta.url);
export const MIGRATIONS = new URL('migrations/', SUPABASE);

/** Joins the files of supabase/schemas to one migration, in the order of `schema_paths` in supabase/config.toml. */
export function makeBaseline(): string {
  const config = readFileSync(new URL('config.toml', SUPABASE), 'utf8');
  const [, list = ''] = /^schema_paths = \[(.*?)^\]/ms.exec(config) ?? [];
  const paths = [...list.matchAll(/"\.\/(schemas\/[a-z-]+\.sql)"/g)].map(([, path = '']) => path);
  const missing = readdirSync(new URL('schemas/', SUPABASE)).filter((file) => !paths.includes(`schemas/${file}`));
  if (missing.length > 0) throw new Error(`schema_paths of supabase/config.toml lacks ${missing.join(', ')}`);
  const parts = paths.map((path) => `-- ${path}\n\n${readFileSync(new URL(path, SUPABASE), 'utf8')}`);
  return `-- Made by npm run make-migration from supabase/schemas. Not edited by hand.\n\n${parts.join('\n')}`;
}

/** File of the baseline, or null if there is no baseline yet. */
export function findBaseline(): string | null {
  return readdirSync(MIGRATIONS).find((file) => file.endsWith('_baseline.sql')) ?? null;
}
