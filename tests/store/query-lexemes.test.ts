import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS, emptyDatabase } from '../../src/store/embedded/database-snapshot.ts';
import { MIGRATIONS } from './embedded-test-store.ts';

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create({
    dataDir: 'memory://',
    extensions: EXTENSIONS,
    loadDataDir: await emptyDatabase(MIGRATIONS),
  });
});
afterAll(() => db.close());

describe('a query for any of some lexemes', () => {
  const alternativesOf = async (query: string) => {
    const sql = 'select array(select a::text from unnest(directory.alternatives_of($1::tsquery)) a) as found';
    const { rows } = await db.query<{ found: string[] }>(sql, [query]);
    return rows[0]?.found;
  };

  it.each([
    [`'pay' | '~pay' | 'paid'`, [`'pay'`, `'~pay'`, `'paid'`]],
    [`('a' | ('b' | 'c'))`, [`'a'`, `'b'`, `'c'`]],
    // Marks that mean something outside quotes.
    [`'a & b' | 'it''s | !x' | 'c:d' | 'e\\\\f'`, [`'a & b'`, `'it''s | !x'`, `'c:d'`, `'e\\\\f'`]],
  ])('%s is each of them', async (query, each) => expect(await alternativesOf(query)).toEqual(each));

  it.each([`'a'`, `'a' & 'b'`, `'a' | 'b' & 'c'`, `'a' | !'b'`, `'a' <-> 'b'`, `'a':B | 'b'`, `'a':* | 'b'`])(
    '%s stays one',
    async (query) => expect(await alternativesOf(query)).toEqual([query]),
  );
});

describe('a query without what no site holds', () => {
  beforeAll(async () => {
    await db.exec(`
      insert into directory.domains (domain) values ('dock.example');
      insert into directory.profiles (domain, first_seen) values ('dock.example', now());
      update directory.search_documents set all_words = 'dock:1 rope:2 it''s:3 tide:4';
      insert into directory.known_words (word, sites) values ('dock', 9), ('tide', 2), ('it''s', 7) on conflict do nothing`);
  });

  it.each([
    [`'dock' & 'rope'`, `'dock' & 'rope'`],
    [`'dock' | 'docks' | '~do'`, `'dock'`],
    [`'dock' | 'docks' | 'tide' | '~tid'`, `'dock' | 'tide'`],
    [`('dock' | 'dockrope' | '~doc') & ('rope' | 'dockrope')`, `'dock' & 'rope'`],
    [`'dock' & ('sail' | '~sai')`, `'dock' & '#'`],
    [`('dock' | 'docks') & ('sail' | '~sai')`, `'dock' & '#'`],
    // Nothing of it has been counted.
    [`'rope' & ('sail' | '~sai')`, `'rope' & ('sail' | '~sai')`],
    [`'dock' & !'quay'`, `'dock' & !'#'`],
    [`'dock' <-> 'quay' | 'tide'`, `'dock' <-> '#' | 'tide'`],
    [`'dock' | 'quay' & 'rope'`, `'dock' | '#' & 'rope'`],
    [`'it''s' | 'it''d'`, `'it''s'`],
    [`'dock' | !'quay'`, `'dock' | !'#'`],
  ])('%s is %s', async (query, shorter) => {
    const sql = `select numnode(q) as nodes, numnode($2::tsquery) as expected, q @> $2::tsquery and $2::tsquery @> q as same
      from directory.without_absent($1::tsquery) q`;
    const { rows } = await db.query<{ nodes: number; expected: number; same: boolean }>(sql, [query, shorter]);
    expect(rows[0]).toEqual({ nodes: rows[0]?.expected, expected: rows[0]?.expected, same: true });
  });
});
