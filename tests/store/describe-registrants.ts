import { beforeEach, describe, expect, it } from 'vitest';
import type { DomainState } from '../../src/directory/state.ts';
import { removeNeverValid } from '../../src/jobs/moderation/remove-never-valid.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { leaseOne } from './lease-one.ts';
import { DAY, LISTED, T0, toOwner, toVisit, visitNow } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';

const NOT_VALID: Partial<DomainState> = { status: 'invalid', tier: 'unlisted' };
const NEVER = new AbortController().signal;

/** Tests of registrations and their removal for any store. */
export function describeRegistrants(opened: TestStore): void {
  describe('registrants', () => {
    beforeEach(() => opened.store.openRun({ id: 'run', kind: 'scheduled' }));
    const visit = (domain: string, next: Partial<DomainState>) => visitNow(opened, domain, next);
    const tracked = async () =>
      (await opened.store.list({ page: 1, perPage: 50, includeUnlisted: true, verified: false })).results.map(
        ({ domain }) => domain,
      );
    const sweepAfter = async (days: number) => {
      opened.clock.now = T0 + days * DAY;
      return await removeNeverValid(opened.store, silentLog, NEVER);
    };

    it('removes a never valid entry after 30 days, and an imported entry after 90 days', async () => {
      await opened.store.track(['registered.example'], 'a network');
      await opened.store.track(['imported.example']);
      for (const domain of ['registered.example', 'imported.example']) await visit(domain, NOT_VALID);
      expect(await sweepAfter(30)).toBe(0);
      expect(await sweepAfter(30.1)).toBe(1);
      expect(await tracked()).toEqual(['imported.example']);
      expect(await sweepAfter(90)).toBe(0);
      expect(await sweepAfter(90.1)).toBe(1);
      expect(await tracked()).toEqual([]);
      const { changes } = await opened.store.listChanges(null, 10);
      expect(changes.map(({ domain, removed }) => [domain, removed])).toEqual([
        ['registered.example', true],
        ['imported.example', true],
      ]);
      expect(await opened.store.verifyCounters()).toEqual([]);
    });

    it('keeps entries that were valid, unvisited, verified, or moderated', async () => {
      const domains = ['once.example', 'unvisited.example', 'owned.example', 'blocked.example', 'gone.example'];
      await opened.store.track(domains, 'a network');
      await visit('once.example', LISTED);
      await visit('once.example', { ...LISTED, ...NOT_VALID });
      for (const domain of ['owned.example', 'blocked.example', 'gone.example']) await visit(domain, NOT_VALID);
      await opened.store.setOwners([toOwner('owned.example')]);
      await opened.query(
        `insert into directory.rulings (domain, rejection, ruled_at) values ('blocked.example', 'spam', now())`,
      );
      expect(await sweepAfter(400)).toBe(1);
      const left = await Promise.all(domains.map((domain) => opened.store.lookup(domain)));
      expect(left.map((facts) => facts?.domain)).toEqual([...domains.slice(0, -1), undefined]);
    });

    it('removes more entries than one call can', async () => {
      const domains = Array.from({ length: 450 }, (_, i) => `name${i}.example`);
      await opened.store.track(domains, 'a network');
      await opened.query(`update directory.crawl set last_checked = '2026-03-01T12:00:00Z'`);
      expect(await sweepAfter(31)).toBe(450);
    });

    it('counts entries by network, and deletes the network after 90 days', async () => {
      await opened.store.track(['imported.example']);
      await opened.store.track(['one.example', 'two.example'], 'network a');
      opened.clock.now = T0 + 2 * DAY;
      await opened.store.track(['three.example'], 'network a');
      await opened.store.track(['four.example', 'one.example'], 'network b');
      await visit('one.example', LISTED);
      expect(await opened.store.countRegistrants(10)).toEqual({
        entries: 4,
        last_day: 2,
        never_valid: 3,
        verified: 0,
        networks: [
          {
            network: 'network a',
            entries: 3,
            last_day: 1,
            never_valid: 2,
            verified: 0,
            first_at: '2026-03-01T12:00:00.000Z',
            last_at: '2026-03-03T12:00:00.000Z',
          },
          expect.objectContaining({ network: 'network b', entries: 1 }),
        ],
      });
      expect((await opened.store.countRegistrants(1)).networks).toHaveLength(1);
      await sweepAfter(93);
      expect(await opened.store.countRegistrants(10)).toMatchObject({ networks: [] });
    });

    it('counts the text bytes of a network’s unverified sites', async () => {
      const { store } = opened;
      const domains = ['one.example', 'twin.example', 'owned.example'];
      await store.track(domains, 'a network');
      await store.track(['other.example'], 'another');
      expect(await store.countHeldBytes('a network')).toBe(0);
      for (const domain of [...domains, 'other.example']) {
        const leased = await leaseOne(store, domain);
        const body = domain === 'owned.example' ? 'owned text' : 'the same text';
        await store.apply(toVisit(leased, 'run', opened.clock.now, LISTED, { text: { hash: body, body } }));
      }
      const bytes = await store.countHeldBytes('a network');
      await store.setOwners([toOwner('owned.example')]);
      expect(bytes).toBeGreaterThan(await store.countHeldBytes('a network'));
      expect(await store.countHeldBytes('a network')).toBe(await store.countHeldBytes('another'));
      expect(await store.countHeldBytes('another')).toBeGreaterThan(0);
      expect(await store.countHeldBytes('nobody')).toBe(0);
    });

    it('leaves only the log after a removal, and allows a new registration', async () => {
      const remove = (domain: string) => opened.store.removeDomain({ domain, note: 'why', operator: 'me' });
      await opened.store.track(['site.example'], 'a network');
      await visit('site.example', LISTED);
      expect(await remove('site.example')).toBe('removed');
      expect(await remove('site.example')).toBe('unknown');
      expect(await opened.store.lookup('site.example')).toBeNull();
      expect(await opened.store.verifyCounters()).toEqual([]);
      expect(await opened.store.listModeration(1)).toMatchObject([
        { domain: 'site.example', action: 'remove', note: 'why', operator: 'me' },
      ]);
      expect(await opened.store.track(['site.example'])).toEqual({ added: 1, known: 0 });
    });

    it('keeps an entry with a decision', async () => {
      await opened.store.track(['site.example']);
      await opened.query(
        `insert into directory.rulings (domain, rejection, ruled_at) values ('site.example', 'block-list', now())`,
      );
      expect(await opened.store.removeDomain({ domain: 'site.example', note: null, operator: 'me' })).toBe('ruled');
      expect(await opened.store.lookup('site.example')).not.toBeNull();
    });
  });
}
