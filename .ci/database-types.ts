import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import { emptyDatabase } from '../src/store/embedded/database-snapshot.ts';
import { readMigrations } from '../src/store/embedded/migrations.ts';

const functionRow = z.object({
  name: z.string(),
  names: z.array(z.string()),
  types: z.array(z.string()),
  defaults: z.int(),
  returns: z.string(),
});

/**
 * Returns the types of the exposed schema in the form of `supabase gen types`, which needs Docker. Functions are sorted by name.
 * No table or view is exposed.
 */
export async function databaseTypes(): Promise<string> {
  const migrations = readMigrations(new URL('../supabase/migrations/', import.meta.url));
  const db = await PGlite.create({ dataDir: 'memory://', loadDataDir: await emptyDatabase(migrations) });
  const { rows } = await db.query(`
    select p.proname as name, coalesce(p.proargnames, '{}') as names, p.pronargdefaults as defaults,
      array(select pg_catalog.format_type(t, null) from unnest(p.proargtypes) with ordinality x(t, i) order by i) as types,
      pg_catalog.format_type(p.prorettype, null) as returns
    from pg_catalog.pg_proc p where p.pronamespace = 'api'::regnamespace order by p.proname collate "C"`);
  const relations = await db.query(
    `select from pg_catalog.pg_class where relnamespace = 'api'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')`,
  );
  await db.close();
  if (relations.rows.length > 0)
    throw new Error('the exposed schema has a table or view: this generator supports only functions');
  return render(z.array(functionRow).parse(rows));
}

function render(functions: readonly z.infer<typeof functionRow>[]): string {
  const lines = functions.flatMap(({ name, names, types, defaults, returns }) => {
    const members = names.map((argument, i) => ({
      argument,
      text: `${argument}${i >= names.length - defaults ? '?' : ''}: ${toType(types[i] ?? '')}`,
    }));
    members.sort((a, b) => (a.argument < b.argument ? -1 : 1));
    const args = members.length === 0 ? 'never' : `{ ${members.map(({ text }) => text).join('; ')} }`;
    return [`      ${name}: { Args: ${args}; Returns: ${toType(returns)} };`];
  });
  return `// Written by npx node .ci/generate-types.ts from supabase/migrations. Not edited by hand.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  api: {
    Tables: { [_ in never]: never };
    Views: { [_ in never]: never };
    Functions: {
${lines.join('\n')}
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
`;
}

function toType(type: string): string {
  if (type.endsWith('[]')) return `${toType(type.slice(0, -2))}[]`;
  if (type === 'jsonb' || type === 'json') return 'Json';
  if (type === 'boolean') return 'boolean';
  return /^(smallint|integer|bigint|numeric|real|double precision)$/.test(type) ? 'number' : 'string';
}
