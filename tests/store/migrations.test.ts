import { readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Migration, migrate } from '../../src/store/embedded/migrations.ts';
import { createEmptyDatabase, MIGRATIONS } from './embedded-test-store.ts';

const NOTES: Migration = {
  version: '29990101000000',
  name: 'add_notes',
  sql: 'alter table directory.domains add column notes text;',
};
const INDEX: Migration = {
  version: '29990102000000',
  name: 'index_notes',
  sql: `drop index if exists directory.domains_notes;
create index concurrently domains_notes on directory.domains (notes) where notes is not null;
`,
};

describe('set of migrations', () => {
  let db: PGlite;
  beforeAll(async () => {
    db = await createEmptyDatabase();
    await db.query(`select api.track_domains(array['kept.example'])`);
  });
  afterAll(() => db.close());
  afterEach(() =>
    db.exec(`
      alter table directory.domains drop column if exists notes;
      delete from supabase_migrations.schema_migrations where version > '2999';`),
  );
  const indexes = () =>
    db
      .query(`select 1 from pg_class where relname = 'domains_notes' and relkind = 'i'`)
      .then(({ rows }) => rows.length);

  it('applies missing migrations in order, once, and keeps every row', async () => {
    expect(await migrate(db, MIGRATIONS)).toBe(0);
    expect(await migrate(db, [...MIGRATIONS, NOTES])).toBe(1);
    expect(await migrate(db, [...MIGRATIONS, NOTES, INDEX])).toBe(1);
    expect(await migrate(db, [...MIGRATIONS, NOTES, INDEX])).toBe(0);
    expect(await indexes()).toBe(1);
    expect((await db.query('select domain, notes from directory.domains')).rows).toEqual([
      { domain: 'kept.example', notes: null },
    ]);
  });

  it('fits the seed of a local project', async () => {
    await db.exec('begin');
    await db.exec(readFileSync(new URL('../../supabase/seed.sql', import.meta.url), 'utf8'));
    expect((await db.query('select from directory.domains')).rows).toHaveLength(4);
    await db.exec('rollback');
  });

  it('leaves nothing after a failure', async () => {
    const broken = { ...NOTES, sql: `${NOTES.sql}\nselect no_such_function();` };
    await expect(migrate(db, [...MIGRATIONS, broken])).rejects.toThrow('no_such_function');
    await db.exec('rollback');
    expect(await migrate(db, [...MIGRATIONS, NOTES])).toBe(1);
  });

  it('refuses migrations of a newer program', async () => {
    await migrate(db, [...MIGRATIONS, NOTES]);
    await expect(migrate(db, MIGRATIONS)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('newer version'),
    });
  });

  it('refuses an older baseline and names --fresh', async () => {
    const anew = MIGRATIONS.map((migration) => ({ ...migration, version: '29980101000000' }));
    await expect(migrate(db, anew)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/earlier, unreleased version.*--fresh/),
    });
    expect((await db.query('select domain from directory.domains')).rows).toEqual([{ domain: 'kept.example' }]);
  });
});
