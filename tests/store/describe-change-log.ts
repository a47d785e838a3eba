import { beforeEach, describe, expect, it } from 'vitest';
import type { LogPlace } from '../../src/store/change-log.ts';
import { mulberry32 } from '../mulberry32.ts';
import { createFollower } from './follower.ts';
import { LISTED, toVisit } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';

const BEGINNING: LogPlace = { cursor: null, since: null };
const from = (cursor: string): LogPlace => ({ cursor, since: null });

/** Tests of the change log for any store. */
export function describeChangeLog(opened: TestStore): void {
  describe('the log of changes', () => {
    beforeEach(() => opened.store.openRun({ id: 'run', kind: 'scheduled' }));

    const visit = async (domain: string, next: Parameters<typeof toVisit>[3]) => {
      const due = { run: 'run', worker: 'w', limit: 1, leaseMs: 60_000, domains: [domain] };
      const [leased] = await opened.store.lease(due);
      if (leased) await opened.store.apply(toVisit(leased, 'run', opened.clock.now, next));
    };
    const read = async (place: LogPlace, limit = 100) => {
      const page = await opened.store.readChanges(place, limit);
      return { ...page, told: page.changes.map(({ domain, kind }) => `${kind} ${domain}`) };
    };

    it('contains the time of its last change', async () => {
      expect(await opened.store.lastChange()).toBeNull();
      await opened.store.track(['a.example']);
      const [change] = (await read(BEGINNING)).changes;
      expect(await opened.store.lastChange()).toBe(change?.at);
    });

    it('shows each domain once, with its newest record, in steps', async () => {
      await opened.store.track(['a.example', 'b.example', 'c.example']);
      await visit('a.example', LISTED);
      const first = await read(BEGINNING, 2);
      expect([first.told, first.more]).toEqual([['added b.example', 'added c.example'], true]);
      const second = await read(from(first.cursor), 2);
      expect([second.told, second.more]).toEqual([['changed a.example'], false]);
      expect(second.changes[0]?.record).toEqual(await opened.store.lookup('a.example'));
      const seqs = [...first.changes, ...second.changes].map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.toSorted());
      const third = await read(from(second.cursor));
      expect(third).toMatchObject({ changes: [], cursor: second.cursor, more: false, restarted: false });
      await visit('b.example', LISTED);
      expect((await read(from(third.cursor))).told).toEqual(['changed b.example']);
      expect((await read(from(first.cursor))).told).toEqual(['changed a.example', 'changed b.example']);
    });

    it('omits a visit without changes', async () => {
      await opened.store.track(['a.example']);
      await visit('a.example', LISTED);
      const { cursor } = await read(BEGINNING);
      opened.clock.now += 86_400_000;
      await visit('a.example', LISTED);
      expect((await opened.store.lookup('a.example'))?.last_checked).toBe(new Date(opened.clock.now).toISOString());
      expect(await read(from(cursor))).toMatchObject({ told: [], cursor });
      expect((await opened.store.listChanges(cursor, 10)).changes).toEqual([]);
      opened.clock.now += 86_400_000;
      await visit('a.example', { ...LISTED, content_hash: 'b'.repeat(64) });
      expect((await read(from(cursor))).told).toEqual(['changed a.example']);
    });

    it('shows removed, rejected and restored domains', async () => {
      await opened.store.track(['gone.example', 'spam.example']);
      const { cursor } = await read(BEGINNING);
      await opened.remove('gone.example');
      await visit('spam.example', { ...LISTED, tier: 'rejected', rejection: 'spam' });
      const hidden = await read(from(cursor));
      expect(hidden.told).toEqual(['removed gone.example', 'removed spam.example']);
      expect(hidden.changes.map(({ record }) => record)).toEqual([null, null]);
      await opened.store.track(['gone.example']);
      await visit('spam.example', LISTED);
      expect((await read(from(hidden.cursor))).told).toEqual(['added gone.example', 'added spam.example']);
    });

    it('begins at an instant, or at the end when nothing has changed since', async () => {
      await opened.store.track(['a.example']);
      await opened.query("update directory.changes set at = '2026-03-01T12:00:00Z'");
      await opened.store.track(['b.example']);
      await opened.query("update directory.changes set at = '2026-03-01T13:00:00Z' where domain = 'b.example'");
      const since = (time: string) => read({ cursor: null, since: time });
      expect((await since('2026-03-01T12:00:00.000Z')).told).toEqual(['added a.example', 'added b.example']);
      expect((await since('2026-03-01T12:00:00.001Z')).told).toEqual(['added b.example']);
      const end = await since('2026-03-02T00:00:00.000Z');
      expect(end).toMatchObject({ changes: [], more: false, restarted: false });
      await visit('a.example', LISTED);
      expect((await read(from(end.cursor))).told).toEqual(['changed a.example']);
    });

    it('starts over for a cursor of another database, or of a later state', async () => {
      await opened.store.track(['a.example']);
      const { cursor } = await read(BEGINNING);
      expect((await read(from(cursor))).restarted).toBe(false);
      const [instance = '', , domain = ''] = cursor.split(/\.(\d+)\./);
      const later = await read(from(`${instance}.999999999999.${domain}`));
      expect([later.restarted, later.told]).toEqual([true, ['added a.example']]);
      await opened.query('update directory.instance set id = gen_random_uuid()');
      const other = await read(from(cursor));
      expect([other.restarted, other.told]).toEqual([true, ['added a.example']]);
    });

    it('keeps a follower equal to the directory despite changes between pages', async () => {
      const random = mulberry32(7);
      const pick = (many: number) => Math.floor(random() * many);
      const follower = createFollower(opened.store);
      const names = Array.from({ length: 15 }, (_, i) => `s${i}.example`);
      for (let step = 0; step < 200; step += 1) {
        const name = names[pick(names.length)] ?? '';
        const acts = [
          () => opened.store.track([name]),
          () => visit(name, { ...LISTED, authority: pick(100) }),
          () => visit(name, { ...LISTED, tier: 'rejected', rejection: 'parked' }),
          () => opened.store.setFacts([{ domain: name, rank: 1 + pick(1_000), registered_at: null }]),
          () => opened.remove(name),
          () => follower.readPage(1 + pick(5)),
        ];
        await acts[pick(acts.length)]?.();
      }
      await follower.readAll(3);
      const facts = await Promise.all(names.map((name) => opened.store.lookup(name)));
      const shown = facts.flatMap((one) => (one && one.tier !== 'rejected' ? [one] : []));
      expect(shown.length).toBeGreaterThan(3);
      expect(follower.copy()).toEqual(new Map(shown.map((one) => [one.domain, one])));
      expect(follower.repeated).toEqual([]);
    });
  });
}
