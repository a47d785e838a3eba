import { beforeAll, describe, expect, it } from 'vitest';
import { mulberry32 } from '../mulberry32.ts';
import { generateRows, listRows, type ModelRow } from './directory-model.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';
import { instant, T0 } from './sample-visit.ts';
import { useTestStore } from './use-test-store.ts';

/** Statement that writes the rows into the tables. */
const WRITE = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) r (domain text, status text, tier text, authority smallint, verified boolean,
      title text, summary text, description text, tags text[], country text)
  ), scored as (
    insert into directory.domains (domain, status, tier, authority, verified, tags, country)
    select domain, status, tier, authority, verified, tags, country from given
    on conflict (domain) do update set status = excluded.status, tier = excluded.tier, authority = excluded.authority,
      verified = excluded.verified, tags = excluded.tags, country = excluded.country
  ), described as (
    insert into directory.profiles (domain, first_seen, title, summary, description)
    select domain, '${instant(T0)}', title, summary, description from given
    on conflict (domain) do update set title = excluded.title, summary = excluded.summary, description = excluded.description
  )
  insert into directory.crawl (domain, due_at, priority) select domain, now(), 3 from given on conflict do nothing`;

const ROWS = 1_200;
const SCOPES = [
  { includeUnlisted: false, verified: false },
  { includeUnlisted: true, verified: false },
  { includeUnlisted: false, verified: true },
  { includeUnlisted: true, verified: true },
] as const;

describe('set of twelve hundred domains', () => {
  const opened = useTestStore(openEmbeddedTestStore);
  let rows: readonly ModelRow[] = [];
  const write = (changed: readonly ModelRow[]) => opened.query(WRITE, [JSON.stringify(changed)]);
  beforeAll(async () => {
    rows = generateRows(ROWS, 7);
    await write(rows);
  });

  it('lists any page of any size like a plain sort', async () => {
    const random = mulberry32(11);
    for (const scope of SCOPES) {
      const expected = listRows(rows, scope).map(({ domain }) => domain);
      for (let i = 0; i < 10; i += 1) {
        const perPage = 1 + Math.floor(random() * 100);
        const page = 1 + Math.floor(random() * (expected.length / perPage + 1));
        const { results } = await opened.store.list({ ...scope, page, perPage });
        expect(results.map(({ domain }) => domain)).toEqual(expected.slice((page - 1) * perPage, page * perPage));
      }
    }
  });

  it('keeps exact counters after any changes', async () => {
    expect(await opened.store.verifyCounters()).toEqual([]);
    const random = mulberry32(3);
    const byName = new Map(rows.map((row) => [row.domain, row]));
    for (let round = 0; round < 6; round += 1) {
      const others = generateRows(ROWS, 100 + round);
      const changed = [...byName.values()].flatMap((row, i) =>
        random() < 0.05 ? [{ ...(others[i] ?? row), domain: row.domain }] : [],
      );
      const added = generateRows(40, 1000 + round).map((row) => ({ ...row, domain: `r${round}-${row.domain}` }));
      await write([...changed, ...added]);
      for (const row of [...changed, ...added]) byName.set(row.domain, row);
      const removed = [...byName.keys()].filter(() => random() < 0.01);
      await opened.query('delete from directory.domains where domain = any($1)', [removed]);
      for (const domain of removed) byName.delete(domain);
      expect(await opened.store.verifyCounters()).toEqual([]);
    }
    rows = [...byName.values()];
    expect(await opened.store.stats()).toMatchObject({
      domains_tracked: rows.length,
      listed: listRows(rows, SCOPES[0]).length,
      pending: rows.filter(({ status }) => status === 'pending').length,
    });
    expect(
      (await opened.store.list({ ...SCOPES[1], page: 8, perPage: 100 })).results.map(({ domain }) => domain),
    ).toEqual(
      listRows(rows, SCOPES[1])
        .slice(700, 800)
        .map(({ domain }) => domain),
    );
  });

  it('rejects truncate', async () => {
    await expect(opened.query('truncate directory.domains cascade')).rejects.toThrow(/never truncated/);
  });
});
