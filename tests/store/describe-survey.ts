import { beforeEach, describe, expect, it } from 'vitest';
import { aFinding } from '../directory/a-site.ts';
import { DAY, instant, LISTED, T0, toPoint, toPreview, visitNow } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';

/** Tests of statistics for any store. */
export function describeSurvey(opened: TestStore): void {
  describe('a survey', () => {
    beforeEach(() => opened.store.openRun({ id: 'run', kind: 'scheduled' }));

    const visit = async (domain: string, next = {}, more = {}) => {
      await opened.store.track([domain]);
      expect(await visitNow(opened, domain, { ...LISTED, ...next }, more)).toEqual({ result: 'applied' });
    };
    const score = (domain: string, authority: number | null) =>
      visit(domain, { authority }, { point: toPoint(opened.clock.now, authority) });
    const survey = () => opened.store.survey(instant(T0).slice(0, 10));

    it('contains zeros for an empty directory', async () => {
      const { bytes, links, ...rest } = await survey();
      expect(rest).toEqual({
        statuses: { valid: 0, invalid: 0, unreachable: 0, pending: 0 },
        tiers: { featured: 0, listed: 0, unlisted: 0, rejected: 0, waiting: 0 },
        days: [],
        files: 0,
        rules: [],
        broken: [],
        recovered: [],
        climbers: [],
      });
      for (const { sites } of [...bytes, ...links]) expect(sites).toBe(0);
    });

    it('counts statuses, tiers and days, and rejected domains only by tier', async () => {
      await opened.store.track(['waiting.example']);
      await visit('a.example');
      opened.clock.now = T0 + DAY;
      await visit('b.example', { status: 'invalid', tier: 'unlisted' });
      await visit('c.example');
      await visit('spam.example', { tier: 'rejected', rejection: 'spam' });
      expect(await survey()).toMatchObject({
        statuses: { valid: 2, invalid: 1, unreachable: 0, pending: 1 },
        tiers: { featured: 0, listed: 2, unlisted: 1, rejected: 1, waiting: 1 },
        days: [
          { day: instant(T0).slice(0, 10), tracked: 2, valid: 1 },
          { day: instant(T0 + DAY).slice(0, 10), tracked: 2, valid: 1 },
        ],
      });
    });

    it('assigns every file to one size class, including its upper bound', async () => {
      for (const [domain, bytes, links] of [
        ['a.example', 0, 0],
        ['b.example', 1000, 10],
        ['c.example', 1001, 11],
        ['d.example', 9_000_000, 1001],
      ] as const) {
        await visit(domain, { links }, { findings: [], preview: toPreview('One', bytes) });
      }
      const lost = { status: 'invalid', tier: 'unlisted', links: null } as const;
      await visit('lost.example', lost, { findings: [], preview: toPreview('One', 500) });
      const { files, bytes, links } = await survey();
      expect(files).toBe(5);
      expect(bytes.map(({ up_to, sites }) => [up_to, sites])).toEqual([
        [1000, 2],
        [4000, 1],
        [16_000, 0],
        [64_000, 0],
        [256_000, 0],
        [null, 1],
      ]);
      expect(links.map(({ sites }) => sites)).toEqual([1, 1, 1, 0, 0, 0, 1]);
    });

    it('counts a broken rule once per file, most common first, and ignores unknown results', async () => {
      const [notes, summary] = [aFinding('no-notes', 'info'), aFinding('no-summary', 'info')];
      const late = aFinding('late', 'info', { outcome: 'unknown' });
      const preview = toPreview('One', 10);
      await visit('a.example', {}, { findings: [notes, notes, summary, late], preview });
      await visit('b.example', {}, { findings: [notes], preview });
      await visit('spam.example', { tier: 'rejected' }, { findings: [notes], preview });
      expect((await survey()).rules).toEqual([
        { id: 'no-notes', sites: 2 },
        { id: 'no-summary', sites: 1 },
      ]);
    });

    it('lists sites with a higher score and their gain, without new and falling sites', async () => {
      opened.clock.now = T0 - 3 * DAY;
      await score('fell.example', 60);
      await score('far.example', 20);
      await score('near.example', 30);
      await score('away.example', 10);
      await visit('late.example', { authority: null });
      opened.clock.now = T0 + DAY;
      await score('fell.example', 40);
      await score('far.example', 50);
      await score('near.example', 31);
      await visit('away.example', { authority: 15, tier: 'unlisted' }, { point: toPoint(opened.clock.now, 15) });
      await score('late.example', 25);
      await score('new.example', 30);
      opened.clock.now = T0 + 2 * DAY;
      await score('late.example', 27);
      await score('new.example', 90);
      expect((await survey()).climbers).toEqual([
        { domain: 'far.example', from: 20, to: 50 },
        { domain: 'late.example', from: 25, to: 27 },
        { domain: 'near.example', from: 30, to: 31 },
      ]);
    });

    it('lists broken and recovered sites, latest first', async () => {
      await visit('never.example', { status: 'invalid', tier: 'unlisted' });
      for (const domain of ['a.example', 'b.example', 'c.example', 'spam.example']) await visit(domain);
      opened.clock.now = T0 + DAY;
      await visit('a.example', { status: 'unreachable', tier: 'unlisted' });
      opened.clock.now = T0 + 2 * DAY;
      await visit('b.example', { status: 'invalid', tier: 'unlisted' });
      await visit('spam.example', { status: 'invalid', tier: 'rejected', rejection: 'spam' });
      opened.clock.now = T0 + 3 * DAY;
      await visit('a.example', { status: 'unreachable', tier: 'unlisted' });
      const { broken, recovered } = await survey();
      expect(broken).toEqual([
        { domain: 'b.example', status: 'invalid', at: instant(T0 + 2 * DAY) },
        { domain: 'a.example', status: 'unreachable', at: instant(T0 + DAY) },
      ]);
      expect(recovered).toEqual([]);
      await visit('b.example');
      opened.clock.now = T0 + 4 * DAY;
      await visit('a.example');
      const later = await survey();
      expect(later.broken).toEqual([]);
      expect(later.recovered).toEqual([
        { domain: 'a.example', status: 'valid', at: instant(T0 + 4 * DAY) },
        { domain: 'b.example', status: 'valid', at: instant(T0 + 3 * DAY) },
      ]);
      await visit('a.example', { status: 'invalid', tier: 'unlisted' });
      expect((await survey()).recovered.map(({ domain }) => domain)).toEqual(['b.example']);
    });
  });
}
