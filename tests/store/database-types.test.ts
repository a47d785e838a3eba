import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databaseTypes } from '../../.ci/database-types.ts';
import { statsSchema } from '../../src/directory/record.ts';
import { domainStateSchema, publicFactsSchema } from '../../src/directory/state.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';
import { useTestStore } from './use-test-store.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('file of database types', () => {
  it('matches the migrations (npx node .ci/generate-types.ts writes them)', async () => {
    expect(read('supabase/generated/database.types.ts')).toBe(await databaseTypes());
  });
});

describe('list in TypeScript and SQL', () => {
  const opened = useTestStore(openEmbeddedTestStore);
  const listColumns = async (relation: string) => {
    const rows = await opened.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [relation],
    );
    return rows.map(({ name }) => name);
  };

  it('contains the members of a record, in order', async () => {
    expect(await listColumns('directory.records')).toEqual(Object.keys(publicFactsSchema.shape));
  });

  it('contains the members of a state', async () => {
    expect((await listColumns('directory.states')).toSorted()).toEqual(Object.keys(domainStateSchema.shape).toSorted());
  });

  it('contains the columns that a visit writes', async () => {
    const elsewhere = [
      'description',
      'tags',
      'nested_llms_txt',
      'contact',
      'rank',
      'registered_at',
      'first_seen',
      'ruling',
    ];
    const stored = ['domains', 'profiles', 'crawl', 'owners'].map((table) => listColumns(`directory.${table}`));
    const columns = new Set((await Promise.all(stored)).flat());
    const written = Object.keys(domainStateSchema.shape).filter((name) => !elsewhere.includes(name));
    expect(written.filter((name) => name !== 'components' && !columns.has(name))).toEqual([]);
    for (const name of Object.keys(domainStateSchema.shape.components.shape)) expect([...columns]).toContain(name);
  });

  it('contains the statistics', async () => {
    const [row] = await opened.query<{ stats: object }>('select api.get_stats() as stats');
    expect(Object.keys(row?.stats ?? {}).toSorted()).toEqual(Object.keys(statsSchema.shape).toSorted());
  });
});
