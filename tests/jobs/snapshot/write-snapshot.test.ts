import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexSchema, manifestSchema } from '../../../src/directory/snapshot-format.ts';
import { writeSnapshot } from '../../../src/jobs/snapshot/write-snapshot.ts';
import { fillDirectory, HOSTILE_TITLE } from '../../functions/mcp/a-directory.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { useTestStore } from '../../store/use-test-store.ts';
import { folderOfTest } from '../../temp-folder.ts';

const BASE_URL = 'https://directory.example';
const FILES = ['domains.csv.gz', 'domains.ndjson.gz', 'links.ndjson.gz', 'manifest.json', 'rules.json'];

describe('a snapshot', () => {
  const opened = useTestStore(openEmbeddedTestStore);
  let folder: string;
  beforeAll(async () => {
    await fillDirectory(opened.store);
  });
  beforeEach(() => {
    folder = folderOfTest();
  });

  const write = (date = '2026-11-20') => writeSnapshot({ store: opened.store, folder, date, baseUrl: BASE_URL });
  /** Returns a writer that records the domains of each read. */
  const countReads = () => {
    const { store } = opened;
    const asked: (readonly string[] | undefined)[] = [];
    const readSites: typeof store.readSites = (after, limit, domains) => {
      asked.push(domains);
      return store.readSites(after, limit, domains);
    };
    const writeCounting = (date: string, into = folder) =>
      writeSnapshot({ store: { ...store, readSites }, folder: into, date, baseUrl: BASE_URL });
    return { asked, writeCounting };
  };
  const raw = (name: string, date = '2026-11-20') => readFileSync(join(folder, date, name));
  const splitLines = (name: string) =>
    gunzipSync(raw(name))
      .toString()
      .split('\n')
      .filter((line) => line !== '');
  const toManifest = () => manifestSchema.parse(JSON.parse(raw('manifest.json').toString()));

  it('contains all listed records, their links, the rules, and a matching manifest', async () => {
    expect(await write()).toEqual({ written: true, expired: [] });
    expect(readdirSync(join(folder, '2026-11-20')).sort()).toEqual(FILES);
    const records = splitLines('domains.ndjson.gz').map((line) => JSON.parse(line));
    const names = ['bad.com', 'new.com', 'orders.com', 'tides.com'];
    expect(records).toEqual(await Promise.all(names.map((name) => opened.store.lookup(name))));
    const links = splitLines('links.ndjson.gz').map((line) => JSON.parse(line));
    expect(links).toHaveLength(401);
    expect(links[0]).toEqual({
      domain: 'tides.com',
      title: 'Harbour 0',
      url: 'https://tides.com/harbour/0',
      notes: 'times and heights',
      section: 'Harbours',
    });
    const { files, counts } = toManifest();
    for (const [name, { bytes, sha256 }] of Object.entries(files)) {
      const body = raw(name);
      expect([name, bytes, sha256]).toEqual([name, body.length, createHash('sha256').update(body).digest('hex')]);
    }
    expect(Object.keys(files).sort()).toEqual(FILES.filter((name) => name !== 'manifest.json'));
    expect(counts).toMatchObject({
      tracked: 4,
      shown: 4,
      valid: 2,
      invalid: 1,
      pending: 1,
      unreachable: 0,
      links: 401,
    });
  });

  it('yields equal bytes for an equal state', async () => {
    await write();
    const first = FILES.map((name) => raw(name));
    rmSync(join(folder, '2026-11-20'), { recursive: true });
    await write();
    expect(FILES.map((name) => raw(name))).toEqual(first);
  });

  it('equals a full snapshot if built from an earlier day and later changes', async () => {
    const { store } = opened;
    await write('2026-11-20');
    const { asked, writeCounting } = countReads();
    await store.track(['later.com', 'a-first.com']);
    await store.setFacts([{ domain: 'orders.com', rank: 5, registered_at: null }]);
    // Change only visits, because the log omits such changes.
    await opened.query(`update directory.crawl set last_checked = '2026-11-20T22:00:00Z',
      failure = '{"kind": "blocked"}' where domain = 'tides.com'`);
    await opened.query(
      "update directory.domains set tier = 'rejected', rejection = 'opt-out' where domain = 'bad.com'",
    );
    await opened.query("select directory.stamp_changes(array['bad.com'])");
    await writeCounting('2026-11-21');
    expect(asked).toEqual([['a-first.com', 'bad.com', 'later.com', 'orders.com']]);
    const made = FILES.map((name) => raw(name, '2026-11-21'));
    const apart = mkdtempSync(join(folder, 'apart-'));
    await writeCounting('2026-11-21', apart);
    expect(asked.slice(1)).toEqual([undefined]);
    expect(made).toEqual(FILES.map((name) => readFileSync(join(apart, '2026-11-21', name))));
    expect(manifestSchema.parse(JSON.parse(made[3]?.toString() ?? '')).counts).toMatchObject({ shown: 5, blocked: 1 });
    await opened.query("update directory.crawl set failure = null where domain = 'tides.com'");
    await opened.query("update directory.domains set tier = 'unlisted', rejection = null where domain = 'bad.com'");
    for (const domain of ['later.com', 'a-first.com']) await opened.remove(domain);
  });

  it('reads the full store in a new month, for another database, or after damage', async () => {
    const { asked, writeCounting } = countReads();
    await writeCounting('2026-11-29');
    await writeCounting('2026-11-30');
    expect(asked).toEqual([undefined]);
    await writeCounting('2026-12-01');
    expect(asked).toEqual([undefined, undefined]);
    await opened.query('update directory.instance set id = gen_random_uuid()');
    await writeCounting('2026-12-02');
    expect(asked).toEqual([undefined, undefined, undefined]);
    writeFileSync(join(folder, '2026-12-02', 'links.ndjson.gz'), 'damaged');
    await writeCounting('2026-12-03');
    expect(asked).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('stays unchanged for the rest of the day', async () => {
    await write();
    const before = raw('manifest.json');
    await opened.store.track(['later.com']);
    expect(await write()).toMatchObject({ written: false });
    expect(raw('manifest.json')).toEqual(before);
    await opened.remove('later.com');
  });

  it('yields the current directory together with later changes', async () => {
    await write();
    await opened.store.track(['later.com']);
    const { changes } = await opened.store.readChanges({ cursor: toManifest().cursor, since: null }, 100);
    expect(changes.map(({ domain, kind }) => `${kind} ${domain}`)).toEqual(['added later.com']);
    await opened.remove('later.com');
  });

  it('omits rejected sites', async () => {
    await opened.query(
      "update directory.domains set tier = 'rejected', rejection = 'opt-out' where domain = 'bad.com'",
    );
    await write();
    expect(splitLines('domains.csv.gz').some((line) => line.startsWith('bad.com'))).toBe(false);
    expect(toManifest().counts).toMatchObject({ tracked: 4, shown: 3 });
    await opened.query("update directory.domains set tier = 'unlisted', rejection = null where domain = 'bad.com'");
  });

  it('writes any text of a site as one field of the table', async () => {
    await write();
    const csv = gunzipSync(raw('domains.csv.gz')).toString();
    expect(csv.split('\r\n')[0]).toBe(
      toManifest()
        .columns.map(({ name }) => name)
        .join(','),
    );
    expect(csv).toContain(`"${HOSTILE_TITLE}"`);
  });

  it('passes a foreign CSV parser with the declared columns', async () => {
    await write();
    const { columns } = toManifest();
    const rows: Record<string, string>[] = parseCsv(gunzipSync(raw('domains.csv.gz')), { columns: true });
    const readField = (text: string, type: (typeof columns)[number]['type']): unknown => {
      if (type === 'list') return JSON.parse(text);
      if (text === '') return null;
      if (type === 'integer') return Number(text);
      if (type === 'boolean') return text === 'true';
      return type === 'timestamp' ? new Date(text).toISOString() : text;
    };
    const read = rows.map((row) =>
      Object.fromEntries(columns.map(({ name, type }) => [name, readField(row[name] ?? '', type)])),
    );
    expect(read).toEqual(splitLines('domains.ndjson.gz').map((line) => JSON.parse(line)));
  });

  it('lists the newest first, and keeps the first snapshot of each month after 30 days', async () => {
    const dates = ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-21', '2026-10-22', '2026-11-20'];
    for (const date of dates) await write(date);
    expect(await write('2026-11-21')).toEqual({ written: true, expired: ['2026-10-21'] });
    const kept = ['2026-11-21', '2026-11-20', '2026-10-22', '2026-10-01', '2026-09-30'];
    const index = indexSchema.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
    expect(index.latest).toBe('2026-11-21');
    expect(index.snapshots.map(({ date }) => date)).toEqual(kept);
    expect(JSON.parse(readFileSync(join(folder, 'latest.json'), 'utf8'))).toEqual(index.snapshots[0]);
    expect(readdirSync(folder).sort()).toEqual([...kept.toSorted(), 'index.json', 'latest.json']);
  });

  it('does not list a snapshot of a later date, because a clock was wrong', async () => {
    await write('2030-01-01');
    await write('2026-11-20');
    const index = indexSchema.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
    expect(index).toMatchObject({ latest: '2026-11-20', snapshots: [{ date: '2026-11-20' }] });
  });

  it('replaces an unfinished snapshot', async () => {
    await expect(
      writeSnapshot({
        store: { ...opened.store, readSites: () => Promise.reject(new Error('the database is away')) },
        folder,
        date: '2026-11-20',
        baseUrl: BASE_URL,
      }),
    ).rejects.toThrow('away');
    expect(readdirSync(folder)).toEqual(['2026-11-20.unfinished']);
    await write();
    expect(readdirSync(folder).sort()).toEqual(['2026-11-20', 'index.json', 'latest.json']);
  });
});
