import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { manifestSchema } from '../../../src/jobs/backup/copy-format.ts';
import { verifyCopy } from '../../../src/jobs/backup/read-copy.ts';
import { restoreCopy } from '../../../src/jobs/backup/restore-copy.ts';
import { writeCopy } from '../../../src/jobs/backup/write-copy.ts';
import { dump, fillDirectory, withoutStamps } from '../../store/fill-directory.ts';
import { leaseOne } from '../../store/lease-one.ts';
import { LISTED, MINUTE, T0, toVisit } from '../../store/sample-visit.ts';
import type { TestStore } from '../../store/test-store.ts';
import { folderOfFile } from '../../temp-folder.ts';

/** Adds, removes and changes a domain, and adds a run, a key and a lookup. */
async function changeDirectory({ store, clock, query }: TestStore): Promise<void> {
  clock.now += 24 * 60 * MINUTE;
  await store.track(['added.example']);
  await store.removeDomain({ domain: 'site-02.example', note: 'gone', operator: 'test' });
  await store.setFacts([{ domain: 'site-04.example', rank: 77, registered_at: null }]);
  await store.openRun({ id: 'second', kind: 'scheduled' });
  const one = await leaseOne(store, 'site-04.example', 'second');
  const text = { hash: 'another hash', body: 'another text' };
  await store.apply(toVisit(one, 'second', clock.now, LISTED, { text }));
  await store.countLookups([{ domain: 'site-04.example', count: 2 }]);
  await query("insert into directory.key_generations values ('site-03.example', 1)");
  await query("delete from directory.unsubscribed where mailbox = 'a hash of a mailbox'");
}

/** Parts of a claim that are equal for all domains. */
const CLAIM = {
  authority: null,
  tier: null,
  proof: { method: 'dns', token_hash: 'x', unseen_since: null, absence: null },
} as const;

/** Tests of copies from one database into another. */
export function describeBackup(name: string, source: TestStore, target: TestStore): void {
  describe(name, () => {
    const folder = folderOfFile();
    const file = join(folder, 'copy.gz');
    const now = () => source.clock.now;
    beforeAll(async () => {
      source.clock.now = T0;
      await source.clear();
      await fillDirectory(source);
      await writeCopy(file, { store: source.store, now });
    });
    beforeEach(async () => {
      target.clock.now = T0;
      await target.clear();
    });

    it('restores every row of every table as it was', async () => {
      const before = await dump(source);
      const copied =
        'domains crawl texts files score_history alerts owners keys deliveries key_generations runs run_visits changes quotas lookups_by_day rank_list';
      for (const table of copied.split(' ')) expect(before[table]?.length, table).toBeGreaterThan(0);
      const manifest = await restoreCopy(file, { keepKeys: true, store: target.store });
      expect(await dump(target)).toEqual(before);
      expect(manifest.counts['domains']).toBe(45);
      expect(await target.store.verifyCounters()).toEqual([]);
    });

    it('restores revoked keys and tokens only if it is the latest copy', async () => {
      const before = await source.store.getClaimStanding('site-00.example');
      await restoreCopy(file, { keepKeys: false, store: target.store });
      expect(await target.store.findKey('a hash of a key')).toMatchObject({ suspended: true });
      for (const domain of ['site-00.example', 'site-01.example']) {
        const after = await target.store.getClaimStanding(domain);
        expect(after.issued).toBeNull();
        // The generation is above all possible generations of the lost directory.
        expect(after.generation).toBeGreaterThan(before.generation + 1_000_000);
        if (!after.basis) throw new Error('not restored');
        const claim = { ...CLAIM, domain, basis: after.basis, keyHash: `new ${domain}` };
        for (const generation of [0, 1, 2, 3]) {
          expect(await target.store.verifyOwner({ ...claim, generation })).toBe('used');
        }
        expect(await target.store.verifyOwner({ ...claim, generation: after.generation })).toBe('verified');
        expect(await target.store.findKey(`new ${domain}`)).toMatchObject({ suspended: false });
      }
      expect((await target.store.lookup('site-00.example'))?.verified).toBe(true);
    });

    it('equals its source after another copy', async () => {
      await restoreCopy(file, { keepKeys: true, store: target.store });
      const again = join(folder, 'again.gz');
      await writeCopy(again, { store: target.store, now });
      const rows = (path: string) =>
        gunzipSync(readFileSync(path)).toString('utf8').split('\n').slice(1, -2).map(withoutStamps);
      expect(rows(again)).toEqual(rows(file));
    });

    it('works like the old directory: ranks, keys, changes', async () => {
      await restoreCopy(file, { keepKeys: true, store: target.store, batchBytes: 5_000 });
      expect(await target.store.stats()).toEqual(await source.store.stats());
      expect((await target.store.listRanks(null)).entries).toBe(1_000);
      expect(await target.store.findKey('a hash of a key')).toMatchObject({ domain: 'site-00.example' });
      const { changes } = await target.store.listChanges(null, 100);
      expect(changes.some(({ domain, removed }) => domain === 'removed.example' && removed)).toBe(true);
      expect(await dump(target)).toEqual(await dump(source));
    });

    it('restores only into an empty directory, completely or not at all', async () => {
      await target.store.track(['somebody.example']);
      await expect(restoreCopy(file, { keepKeys: true, store: target.store })).rejects.toMatchObject({
        kind: 'conflict',
        message: 'the directory already contains data: restore into a new DATA_DIR or a new Supabase project',
      });
      expect((await target.store.stats()).domains_tracked).toBe(1);
    });

    it('continues after an interruption without duplicate rows', async () => {
      let calls = 0;
      const breaking = {
        ...target.store,
        writeCopy: async (digest: string, lines: string) => {
          // The store wrote the step, but its answer was lost.
          const written = await target.store.writeCopy(digest, lines);
          calls += 1;
          if (calls === 3) throw new Error('the connection was lost');
          return written;
        },
      };
      const batchBytes = 20_000;
      await expect(restoreCopy(file, { keepKeys: true, store: breaking, batchBytes })).rejects.toThrow(
        'the connection was lost',
      );
      const refused = { kind: 'unavailable', message: 'a restore is not finished: run it again' };
      await expect(target.store.findKey('a hash of a key')).rejects.toMatchObject(refused);
      await expect(target.store.repeatKey('a hash of a key')).rejects.toMatchObject(refused);
      const { basis, generation } = await target.store.getClaimStanding('site-00.example');
      if (!basis) throw new Error('not restored');
      const claim = { ...CLAIM, domain: 'site-00.example', generation, basis, keyHash: 'new' };
      await expect(target.store.verifyOwner(claim)).rejects.toMatchObject(refused);
      await expect(target.store.beginRestore('another')).rejects.toThrow('the restore of another copy is not finished');
      await restoreCopy(file, { keepKeys: true, store: target.store, batchBytes });
      expect(await dump(target)).toEqual(await dump(source));
    });

    it('does not replace a device, pipe or socket', async () => {
      const path = join(folder, 'socket');
      const server = createServer();
      onTestFinished(() => void server.close());
      await new Promise<void>((resolve) => server.listen(path, resolve));
      await expect(writeCopy(path, { store: source.store, now })).rejects.toThrow('not a regular file');
      expect(statSync(path).isSocket()).toBe(true);
    });

    it('fails before any write if cut, changed or forged', async () => {
      const whole = readFileSync(file);
      const lines = gunzipSync(whole).toString('utf8').split('\n');
      const manifest = manifestSchema.parse(JSON.parse(lines.at(-2) ?? ''));
      const packed = (text: readonly string[]) => gzipSync(text.join('\n'));
      const damaged: Record<string, Buffer> = {
        'cut in the middle': whole.subarray(0, whole.length / 2),
        'cut before the manifest': packed([...lines.slice(0, -2), '']),
        'one row less': packed([...lines.slice(0, 5), ...lines.slice(6)]),
        'one digit changed': packed(
          lines.map((line, i) => (i === 7 ? line.replace(/\d/, (digit) => `${9 - Number(digit)}`) : line)),
        ),
        'counts of another': packed([...lines.slice(0, -2), JSON.stringify({ ...manifest, rows: 1 }), '']),
        'no copy at all': gzipSync('hello\nworld\n'),
        'not packed': Buffer.from('hello'),
        empty: Buffer.alloc(0),
      };
      for (const [what, bytes] of Object.entries(damaged)) {
        const path = join(folder, 'damaged.gz');
        writeFileSync(path, bytes);
        await expect(verifyCopy(path), what).rejects.toMatchObject({ name: 'CopyError' });
        await expect(restoreCopy(path, { keepKeys: true, store: target.store }), what).rejects.toMatchObject({
          name: 'CopyError',
        });
      }
      expect(await target.store.beginRestore('another')).toBe('begun');
    });

    describe('copy of changes', () => {
      let changes: string;
      beforeAll(async () => {
        await changeDirectory(source);
        changes = join(folder, 'changes.gz');
        await writeCopy(changes, { store: source.store, now, base: file });
      });

      it('restores every row of every table together with its base', async () => {
        await restoreCopy(changes, { keepKeys: true, store: target.store, batchBytes: 20_000 });
        expect(await dump(target)).toEqual(await dump(source));
        expect(await target.store.verifyCounters()).toEqual([]);
      });

      it('contains no row of an unchanged domain', () => {
        const lines = gunzipSync(readFileSync(changes)).toString('utf8').split('\n');
        expect(lines.filter((line) => line.includes('"domain":"site-31.example"'))).toEqual([]);
        const changed = lines.filter((line) => line.startsWith('{"table": "domains"'));
        expect(changed.map((line) => JSON.parse(line).row.domain)).toEqual(['added.example', 'site-04.example']);
        expect(lines.length).toBeLessThan(60);
      });

      it('fails without its base, with another base, and as a base', async () => {
        const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
        const moved = join(elsewhere, 'changes.gz');
        writeFileSync(moved, readFileSync(changes));
        const refused = { name: 'CopyError', message: expect.stringMatching(/copy\.gz/) };
        await expect(verifyCopy(moved)).rejects.toMatchObject(refused);
        await writeCopy(join(elsewhere, 'copy.gz'), { store: source.store, now });
        await expect(restoreCopy(moved, { keepKeys: true, store: target.store })).rejects.toMatchObject(refused);
        expect(await target.store.beginRestore('another')).toBe('begun');
        const again = { store: source.store, now, base: changes };
        await expect(writeCopy(join(folder, 'again.gz'), again)).rejects.toMatchObject({ name: 'CopyError' });
        const base = { store: source.store, now, base: file };
        await expect(writeCopy(file, base)).rejects.toMatchObject(refused);
        writeFileSync(join(elsewhere, 'copy.gz'), readFileSync(changes));
        await expect(verifyCopy(join(elsewhere, 'copy.gz'))).rejects.toMatchObject(refused);
        await expect(writeCopy(join(elsewhere, 'new.gz'), base)).rejects.toMatchObject({ name: 'CopyError' });
      });

      it('fails if cut or changed', async () => {
        const lines = gunzipSync(readFileSync(changes)).toString('utf8').split('\n');
        const gone = lines.findIndex((line) => /^\{"through".*"gone":\["/.test(line));
        expect(gone).toBeGreaterThan(0);
        for (const damaged of [lines.toSpliced(gone, 1), lines.toSpliced(3, 1), lines.slice(0, -2).concat('')]) {
          const path = join(folder, 'damaged-changes.gz');
          writeFileSync(path, gzipSync(damaged.join('\n')));
          await expect(verifyCopy(path)).rejects.toMatchObject({ name: 'CopyError' });
        }
      });
    });
  });
}
