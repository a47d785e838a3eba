import { beforeEach, describe, expect, it } from 'vitest';
import { decide } from '../../../src/jobs/moderation/decide.ts';
import type { OperatorAction } from '../../../src/jobs/moderation/moderate.ts';
import { leaseOne } from '../../store/lease-one.ts';
import { DAY, instant, LISTED, MINUTE, T0, toVisit, visitNow } from '../../store/sample-visit.ts';
import type { TestStore } from '../../store/test-store.ts';

/** Tests of operator decisions for any database. */
export function describeModeration(opened: TestStore): void {
  describe('moderation', () => {
    beforeEach(async () => {
      await opened.store.openRun({ id: 'run', kind: 'scheduled' });
      await opened.store.track(['site.example']);
      await visitNow(opened, 'site.example', LISTED);
    });
    const leaseDue = () => opened.store.lease({ run: 'run', worker: 'w', limit: 10, leaseMs: 5 * MINUTE });
    const act = (decided: OperatorAction, domain = 'site.example') =>
      decide(opened.store, domain, decided, { note: 'why', operator: 'me' });
    const listed = async () =>
      (await opened.store.list({ page: 1, perPage: 10, includeUnlisted: true, verified: false })).results.map(
        ({ domain }) => domain,
      );

    it('removes a blocked domain from lists and visits, and rejects a running visit', async () => {
      const leased = await leaseOne(opened.store, 'site.example');
      await act({ action: 'block' });
      expect(await listed()).toEqual([]);
      expect(await opened.store.lookup('site.example')).toMatchObject({ tier: 'rejected', status: 'valid' });
      const stale = await opened.store.apply(toVisit(leased, 'run', T0, LISTED));
      expect(stale).toMatchObject({
        result: 'stale',
        state: { ruling: 'block-list', rejection: 'block-list', tier: 'rejected' },
      });
      // After another judgment, the visit applies and counts as the last visit.
      const again = { rejection: 'block-list', tier: 'rejected' } as const;
      await opened.store.apply(toVisit(leased, 'run', T0, { ...LISTED, ...again }));
      opened.clock.now = T0 + 400 * DAY;
      await opened.store.setFacts([{ domain: 'site.example', rank: 3, registered_at: null }]);
      expect(await opened.store.countDue()).toBe(0);
      expect(await leaseDue()).toEqual([]);
    });

    it('restores an unblocked domain and visits it now', async () => {
      await act({ action: 'block' });
      await act({ action: 'unblock' });
      expect(await listed()).toEqual(['site.example']);
      const [leased] = await leaseDue();
      expect(leased?.state).toMatchObject({ domain: 'site.example', tier: 'listed', rejection: null });
      expect(leased?.state.ruling).toBeUndefined();
    });

    it('continues visits of a site rejected as spam', async () => {
      await act({ action: 'reject', as: 'spam' });
      opened.clock.now = T0 + 2 * DAY;
      const [leased] = await leaseDue();
      expect(leased?.state).toMatchObject({ ruling: 'spam', rejection: 'spam', tier: 'rejected' });
    });

    it('rejects an unregistered domain in advance', async () => {
      await act({ action: 'opt-out' }, 'later.example');
      expect(await opened.store.track(['later.example'])).toEqual({ added: 0, known: 1 });
      opened.clock.now = T0 + DAY / 2;
      expect(await leaseDue()).toEqual([]);
      expect(await opened.store.lookup('later.example')).toMatchObject({ tier: 'rejected' });
      await expect(act({ action: 'transfer' }, 'nobody.example')).rejects.toMatchObject({ kind: 'not-found' });
    });

    it('deletes key, channels and profile on a transfer, and accepts no used token', async () => {
      const verify = async (generation: number, keyHash: string) => {
        const { basis } = await opened.store.getClaimStanding('site.example');
        if (!basis) throw new Error('not tracked');
        const proof = { method: 'dns', token_hash: 'h', unseen_since: null, absence: null } as const;
        const claim = {
          domain: 'site.example',
          generation,
          basis,
          authority: 55,
          tier: 'listed',
          proof,
          keyHash,
        } as const;
        return opened.store.verifyOwner(claim);
      };
      expect(await verify(0, 'old key')).toBe('verified');
      const channels = { webhook_url: 'https://site.example/hook', notify_email: 'me@site.example' };
      await opened.store.updateProfile('site.example', { description: 'mine', ...channels }, 'whsec');
      await act({ action: 'transfer' });
      expect(await opened.store.findKey('old key')).toBeNull();
      const none = { webhook_url: null, webhook_secret: null, notify_email: null };
      expect(await opened.store.getChannels('site.example')).toMatchObject(none);
      const record = await opened.store.lookup('site.example');
      expect(record).toMatchObject({ verified: false, verified_at: null, description: null, tier: 'listed' });
      expect(await verify(0, 'a thief’s key')).toBe('used');
      expect(await verify(1, 'new key')).toBe('verified');
      expect(await opened.store.verifyCounters()).toEqual([]);
    });

    it('logs every decision with operator and reason, even after removal of the domain', async () => {
      await act({ action: 'reject', as: 'parked' });
      opened.clock.now = T0 + MINUTE;
      await act({ action: 'unblock' });
      const entry = { domain: 'site.example', note: 'why', operator: 'me' };
      expect((await opened.store.getCase('site.example'))?.log).toEqual([
        { ...entry, at: instant(T0 + MINUTE), action: 'unblock', rejection: null },
        { ...entry, at: instant(T0), action: 'reject', rejection: 'parked' },
      ]);
      await opened.remove('site.example');
      expect(await opened.store.listModeration(10)).toHaveLength(2);
      expect(await opened.store.listRulings(null, 10)).toEqual([]);
    });

    it('lists current decisions by name, page by page', async () => {
      for (const domain of ['c.example', 'a.example', 'b.example']) await act({ action: 'block' }, domain);
      const first = await opened.store.listRulings(null, 2);
      expect(first.map(({ domain }) => domain)).toEqual(['a.example', 'b.example']);
      expect((await opened.store.listRulings('b.example', 2)).map(({ domain }) => domain)).toEqual(['c.example']);
    });

    it('rejects a decision based on outdated data', async () => {
      const known = await opened.store.getCase('site.example');
      if (!known) throw new Error('not tracked');
      const decision = {
        domain: 'site.example',
        action: 'block',
        ruling: 'block-list',
        rejection: 'block-list',
      } as const;
      const result = { verified: false, authority: 40, tier: 'rejected', visited: false } as const;
      const basis = { ...known.basis, authority: 1 };
      const decided = await opened.store.moderate({ ...decision, ...result, basis, note: null, operator: 'me' });
      expect(decided).toBe('changed');
      expect(await listed()).toEqual(['site.example']);
      expect(await opened.store.listModeration(10)).toEqual([]);
    });
  });
}
