import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS, emptyDatabase } from '../../src/store/embedded/database-snapshot.ts';
import { MIGRATIONS } from './embedded-test-store.ts';

describe('a query for any of some lexemes', () => {
  let db: PGlite;
  beforeAll(async () => {
    db = await PGlite.create({
      dataDir: 'memory://',
      extensions: EXTENSIONS,
      loadDataDir: await emptyDatabase(MIGRATIONS),
    });
  });
  afterAll(() => db.close());

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
