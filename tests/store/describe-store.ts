import { beforeEach, describe, expect, it } from 'vitest';
import { createPreview, lint, QUALITY_VERSION } from '#llmstxt';
import { domainStateSchema } from '../../src/directory/state.ts';
import { StoreError, type StoreErrorKind } from '../../src/store/store.ts';
import { aFinding } from '../directory/a-site.ts';
import { leaseOne } from './lease-one.ts';
import { readStoredPage } from './read-stored-page.ts';
import {
  DAY,
  HOUR,
  instant,
  LISTED,
  MINUTE,
  RECORD_BY_AUTHORITY,
  T0,
  toOwner,
  toPoint,
  toVisit,
  visitNow,
} from './sample-visit.ts';
import type { TestStore } from './test-store.ts';

const DEAD_LINK = aFinding('dead-link', 'warning', { source: 'http', line: 5, column: 3 });
const FINDING = aFinding('no-summary', 'info', { edits: [{ start: 5, end: 5, text: '\n\n> What this is' }] });

/** Tests of visits, lists and changes for any store. */
export function describeStore(opened: TestStore): void {
  describe('records', () => {
    beforeEach(() => opened.store.openRun({ id: 'run', kind: 'scheduled' }));

    const claim = (limit: number, more: { run?: string; domains?: readonly string[]; leaseMs?: number } = {}) =>
      opened.store.lease({ run: 'run', worker: 'w', limit, leaseMs: 5 * MINUTE, ...more });
    const claimOne = (domain: string, run = 'run') => leaseOne(opened.store, domain, run, 5 * MINUTE);
    const visit = (
      domain: string,
      next: Parameters<typeof toVisit>[3] = {},
      more: Parameters<typeof toVisit>[4] = {},
    ) => visitNow(opened, domain, next, more);
    const names = (page: { results: readonly { domain: string }[] }) => page.results.map((facts) => facts.domain);
    const refused = async (kind: StoreErrorKind, act: Promise<unknown>) => {
      const error = await act.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({ kind });
    };
    const alerts = () => opened.query('select domain, type, data from directory.alerts order by domain');
    const listing = { page: 1, perPage: 50, includeUnlisted: false, verified: false };

    it('stores its last served URL', async () => {
      await opened.store.setServedUrl('https://dir.org');
      await opened.store.setServedUrl('https://new.org');
      expect(await opened.store.getServedUrl()).toBe('https://new.org');
    });

    describe('tracking', () => {
      it('adds a domain once', async () => {
        expect(await opened.store.track(['a.example', 'b.example', 'a.example'])).toEqual({ added: 2, known: 0 });
        expect(await opened.store.track(['b.example', 'c.example'])).toEqual({ added: 1, known: 1 });
        const ten = await Promise.all(Array.from({ length: 10 }, () => opened.store.track(['d.example'])));
        expect(ten.reduce((sum, { added }) => sum + added, 0)).toBe(1);
        expect(await opened.store.countDue()).toBe(4);
      });

      it('returns a tracked domain as pending, without data', async () => {
        await opened.store.track(['a.example']);
        expect(await opened.store.lookup('a.example')).toMatchObject({
          domain: 'a.example',
          status: 'pending',
          tier: null,
          authority: null,
          first_seen: instant(T0),
          last_checked: null,
        });
        expect(await opened.store.lookup('b.example')).toBeNull();
      });

      it('answers many lookups at once like single lookups', async () => {
        const names = Array.from({ length: 150 }, (_, i) => `site${i}.example`);
        await opened.store.track(names.filter((_, i) => i % 3 > 0));
        for (const store of [opened.store, opened.publicStore]) {
          const found = await Promise.all(names.map((name) => store.lookup(name)));
          expect(found.map((facts) => facts?.domain ?? null)).toEqual(
            names.map((name, i) => (i % 3 > 0 ? name : null)),
          );
        }
      });

      it('refuses an invalid domain name', () => refused('refused', opened.store.track(['not a name'])));
    });

    describe('the queue', () => {
      it('sums the time of scheduled crawls in the last 30 days', async () => {
        const { store, clock } = opened;
        await store.track(['a.example']);
        const [one] = await claim(1);
        if (one === undefined) throw new Error('nothing claimed');
        clock.now += 90_500;
        await store.apply(toVisit(one, 'run', clock.now, LISTED));
        await store.settleRun('run');
        const settled = new Date(clock.now).toISOString();
        clock.now += DAY;
        await store.openRun({ id: 'asked', kind: 'on-demand' });
        expect(await store.countCrawlMinutes()).toEqual({ runs: 1, minutes: 2, visited: 1, last_seen_at: settled });
        clock.now += 31 * DAY;
        expect(await store.countCrawlMinutes()).toEqual({ runs: 0, minutes: 0, visited: 0, last_seen_at: null });
      });

      it('gives a domain to one worker only', async () => {
        await opened.store.track(Array.from({ length: 20 }, (_, i) => `s${i}.example`));
        const claims = (await Promise.all(Array.from({ length: 8 }, () => claim(5)))).flat();
        expect(new Set(claims.map(({ state }) => state.domain)).size).toBe(20);
        expect(claims).toHaveLength(20);
        expect(new Set(claims.map(({ lease }) => lease)).size).toBe(20);
        expect(await claim(5, { domains: ['s1.example'] })).toEqual([]);
      });

      it('leases a domain again after its lease ended, and refuses the first worker', async () => {
        await opened.store.track(['a.example']);
        const [first] = await claim(1);
        opened.clock.now += 6 * MINUTE;
        const [second] = await claim(1);
        expect(second).toMatchObject({ attempts: 2 });
        if (first === undefined || second === undefined) throw new Error('nothing claimed');
        expect(await opened.store.apply(toVisit(first, 'run', opened.clock.now, LISTED))).toEqual({ result: 'lost' });
        expect(await opened.store.lookup('a.example')).toMatchObject({ status: 'pending' });
        expect(await opened.store.apply(toVisit(second, 'run', opened.clock.now, LISTED))).toEqual({
          result: 'applied',
        });
        expect(await opened.store.apply(toVisit(second, 'run', opened.clock.now, LISTED))).toEqual({ result: 'lost' });
      });

      it('keeps a lease after an extension in time', async () => {
        await opened.store.track(['a.example', 'b.example']);
        const [first] = await claim(1);
        opened.clock.now += 4 * MINUTE;
        expect(await opened.store.extendLeases([first?.lease ?? ''], 5 * MINUTE)).toBe(1);
        opened.clock.now += 4 * MINUTE;
        expect((await claim(2)).map(({ state }) => state.domain)).not.toContain(first?.state.domain);
      });

      it('ends a lease without counting the attempt', async () => {
        await opened.store.track(['a.example']);
        const first = await claimOne('a.example');
        await opened.store.release(first.lease, instant(T0 + HOUR));
        expect(await claim(1)).toEqual([]);
        opened.clock.now += HOUR;
        expect(await claim(1)).toMatchObject([{ attempts: 1 }]);
      });

      it('pauses a domain for a day after five workers died during its visit', async () => {
        await opened.store.track(['poison.example']);
        for (let attempt = 1; attempt <= 5; attempt += 1) {
          expect(await claim(1)).toMatchObject([{ attempts: attempt }]);
          opened.clock.now += 6 * MINUTE;
        }
        expect(await claim(1)).toEqual([]);
        opened.clock.now += 23 * HOUR;
        expect(await claim(1)).toEqual([]);
        opened.clock.now += 2 * HOUR;
        expect(await claim(1)).toMatchObject([{ attempts: 1 }]);
      });

      it('visits verified, often changing, popular and new domains first, in this order', async () => {
        const all = ['plain.example', 'popular.example', 'changing.example', 'owned.example'];
        await opened.store.track(all);
        for (const domain of all) {
          const interval = domain === 'changing.example' ? 6 * HOUR : 10 * DAY;
          await visit(domain, { ...LISTED, interval_ms: interval }, { dueAt: instant(T0 + HOUR) });
        }
        await opened.store.setOwners([toOwner('owned.example')]);
        await opened.store.setFacts([{ domain: 'popular.example', rank: 500, registered_at: null }]);
        opened.clock.now += 2 * HOUR;
        await opened.store.track(['new.example']);
        expect((await claim(9)).map(({ state }) => state.domain)).toEqual([
          'owned.example',
          'changing.example',
          'popular.example',
          'new.example',
          'plain.example',
        ]);
      });

      it('leases only the named domains, due or not', async () => {
        await opened.store.track(['a.example', 'b.example']);
        await visit('a.example', LISTED);
        expect((await claim(5, { domains: ['a.example', 'x.example'] })).map(({ state }) => state.domain)).toEqual([
          'a.example',
        ]);
      });

      it('refuses a lease for a run that is not open', () => refused('not-found', claim(1, { run: 'other' })));
    });

    describe('a visit', () => {
      it('returns every written member of the state', async () => {
        await opened.store.track(['full.example']);
        await opened.store.setOwners([toOwner('full.example')]);
        await opened.store.setFacts([{ domain: 'full.example', rank: 77, registered_at: instant(T0 - 900 * DAY) }]);
        const claimed = await claimOne('full.example');
        const next = {
          ...claimed.state,
          ...LISTED,
          rejection: null,
          verified_at: claimed.state.verified_at,
          llms_txt: 'https://full.example/llms.txt',
          llms_full_txt: 'https://full.example/llms-full.txt',
          title: 'Full “title” 日本',
          summary: 'All members',
          sections: 3,
          links: 14,
          generator: 'gitbook' as const,
          language: 'en',
          country: 'DE',
          summary_source: 'paragraph' as const,
          country_basis: 'cctld' as const,
          last_checked: instant(T0),
          failure: {
            kind: 'network' as const,
            count: 2,
            since: instant(T0 - HOUR),
            last_at: instant(T0),
            reason: 'timeout',
          },
          uptime: [{ week: '2026-W09', ok: 3, total: 4 }],
          content_hash: 'c0ffee',
          content_changed_at: instant(T0 - DAY),
          etag: '"e"',
          last_modified: 'Sun, 01 Mar 2026 12:00:00 GMT',
          interval_ms: 86_400_000,
          tls_valid: true,
          cross_domain_redirect: false,
        };
        expect(
          Object.entries(next).filter(([name, value]) => value === null && name !== 'rejection' && name !== 'proof'),
        ).toEqual([]);
        await opened.store.apply(toVisit(claimed, 'run', T0, next));
        const again = await claimOne('full.example');
        expect(again.state).toEqual(domainStateSchema.parse(next));
      });

      it('stores any characters of a site', async () => {
        await opened.store.track(['odd.example']);
        await visit('odd.example', { ...LISTED, title: 'nul \0 lone \ud800 end', summary: '\u202e"\'\\<script>' });
        expect(await opened.store.lookup('odd.example')).toMatchObject({
          title: 'nul \uFFFD lone \uFFFD end',
          summary: '\u202e"\'\\<script>',
        });
      });

      it('stores a text of a megabyte in one line', async () => {
        await opened.store.track(['big.example']);
        const body = `# ${'x'.repeat(1_048_000)}`;
        await visit('big.example', { ...LISTED, title: body, summary: body }, { text: { hash: 'big', body } });
        expect((await opened.store.getText('big.example'))?.body).toBe(body);
      });

      it('keeps results until the next answer, and a text until the next text', async () => {
        const body = '# One\n\n## Docs\n\n- [A](https://a.example/a)\n';
        const { findings, assessment: quality, document } = lint({ body, earlierFindings: [DEAD_LINK] });
        const preview = document && createPreview(document);
        const shown = { findings, preview, quality_details: quality };
        await opened.store.track(['a.example']);
        await visit('a.example', LISTED, { findings, quality, preview, text: { hash: 'one', body } });
        expect(await readStoredPage(opened.store, 'a.example')).toMatchObject({ ...shown, section_names: ['Docs'] });
        await visit('a.example', LISTED);
        expect(await readStoredPage(opened.store, 'a.example')).toMatchObject(shown);
        expect(await opened.store.getText('a.example')).toEqual({ hash: 'one', body });
        await visit('a.example', { status: 'invalid' }, { findings: [FINDING] });
        expect(await readStoredPage(opened.store, 'a.example')).toMatchObject({ ...shown, findings: [FINDING] });
        await visit('a.example', LISTED, { findings, quality, preview, text: { hash: 'one', body } });
        expect(await readStoredPage(opened.store, 'a.example')).toMatchObject(shown);
      });

      it('stores nothing that follows from the text', async () => {
        const body = '# One\n\n- [A](https://a.example/a)\n';
        const { findings, assessment: quality, document } = lint({ body });
        await opened.store.track(['a.example']);
        const found = { findings, quality, preview: document && createPreview(document), text: { hash: 'one', body } };
        await visit('a.example', LISTED, found);
        expect(await opened.query('select seen, answer from directory.files')).toEqual([
          {
            answer: null,
            seen: {
              url: 'https://a.example/llms.txt',
              is_borrowed: false,
              links: { checked: 0, dead: 0, redirecting: 0 },
              quality_version: QUALITY_VERSION,
              findings: [],
            },
          },
        ]);
      });

      it('keeps nested files as long as the owner lists them', async () => {
        const [one, two] = ['one', 'two'].map((name) => `https://a.example/${name}/llms.txt`);
        const wish = (nested: readonly (string | undefined)[]) =>
          opened.store.setOwners([{ ...toOwner('a.example'), nested_llms_txt: nested.flatMap((url) => url ?? []) }]);
        const file = (url = '') => ({ url, status: 404, failure: null, valid: false, findings: [FINDING] });
        await wish([one, two]);
        expect(await opened.store.getDetail('a.example')).toMatchObject({ nested: [] });
        await visit('a.example', { verified: true }, { nested: [file(two), file(one)] });
        await visit('a.example', { verified: true });
        expect(await opened.store.getDetail('a.example')).toMatchObject({
          nested: [file(one), file(two)],
          answer: null,
        });
        await wish([two]);
        expect(await opened.store.getDetail('a.example')).toMatchObject({ nested: [file(two)] });
      });

      it('keeps one copy of a text as long as a site publishes it', async () => {
        await opened.store.track(['a.example', 'b.example']);
        const texts = () => opened.query<{ hash: string }>('select hash from directory.texts order by hash');
        await visit('a.example', LISTED, { text: { hash: 'one', body: '# One' } });
        await visit('b.example', LISTED, { text: { hash: 'one', body: '# One' } });
        expect(await texts()).toEqual([{ hash: 'one' }]);
        await visit('a.example', LISTED, { text: { hash: 'two', body: '# Two' } });
        expect(await texts()).toEqual([{ hash: 'one' }, { hash: 'two' }]);
        await visit('b.example', LISTED, { text: { hash: 'two', body: '# Two' } });
        expect(await texts()).toEqual([{ hash: 'two' }]);
      });

      it('keeps the last score of each day', async () => {
        await opened.store.track(['a.example']);
        for (const [hours, authority] of [[0, 10] as const, [3, 20] as const, [15, 30] as const]) {
          opened.clock.now = T0 + hours * HOUR;
          await visit('a.example', LISTED, { point: toPoint(opened.clock.now, authority) });
        }
        const detail = await opened.store.getDetail('a.example');
        expect(detail?.history).toEqual([toPoint(T0 + 3 * HOUR, 20), toPoint(T0 + 15 * HOUR, 30)]);
      });

      it('needs another judgment after a concurrent change of the owner', async () => {
        await opened.store.track(['a.example']);
        const claimed = await claimOne('a.example');
        await opened.store.setOwners([toOwner('a.example')]);
        const stale = await opened.store.apply(toVisit(claimed, 'run', T0, LISTED));
        expect(stale).toMatchObject({ result: 'stale', state: { verified: true, description: 'ours' } });
        if (stale.result !== 'stale') throw new Error('not stale');
        expect(await opened.store.apply(toVisit({ ...claimed, state: stale.state }, 'run', T0, LISTED))).toEqual({
          result: 'applied',
        });
        expect(await opened.store.lookup('a.example')).toMatchObject({
          verified: true,
          tags: ['docs'],
          tier: 'listed',
        });
      });

      it('writes its alerts with the change', async () => {
        await opened.store.track(['a.example']);
        await visit('a.example', LISTED, { alerts: [{ type: 'llms_txt.recovered', data: { since: 'x' } }] });
        expect(await alerts()).toEqual([{ domain: 'a.example', type: 'llms_txt.recovered', data: { since: 'x' } }]);
      });
    });

    describe('a run', () => {
      const BROKEN = { status: 'invalid', tier: 'unlisted' } as const;
      const fail = async (domain: string, run = 'run') => {
        const claimed = await claimOne(domain, run);
        const alert = { type: 'llms_txt.broken', data: {} } as const;
        return opened.store.apply(toVisit(claimed, run, opened.clock.now, BROKEN, { hold: true, alerts: [alert] }));
      };
      const fine = async (count: number) => {
        const domains = Array.from({ length: count }, (_, i) => `f${String(i).padStart(2, '0')}.example`);
        await opened.store.track(domains);
        for (const domain of domains) await visit(domain, LISTED);
        await opened.store.settleRun('run');
        await opened.store.openRun({ id: 'next', kind: 'scheduled' });
        return domains;
      };

      it('applies held results if few visits failed', async () => {
        const domains = await fine(19);
        for (const domain of domains) expect(await fail(domain, 'next')).toEqual({ result: 'held' });
        expect((await opened.store.list(listing)).total).toBe(19);
        expect(await alerts()).toEqual([]);
        expect(await claim(50, { run: 'next', domains })).toEqual([]);
        const report = { visited: 19, fine: 19, failed: 19, broken: false, settled: 19 };
        expect(await opened.store.settleRun('next')).toEqual(report);
        expect((await opened.store.list(listing)).total).toBe(0);
        expect(await alerts()).toHaveLength(19);
        expect(await opened.store.settleRun('next')).toEqual(report);
        expect(await alerts()).toHaveLength(19);
      });

      it('applies nothing if more than 5 % and at least twenty visits failed, and retries soon', async () => {
        const domains = await fine(21);
        for (const domain of domains.slice(0, 20)) await fail(domain, 'next');
        await opened.store.apply(toVisit(await claimOne('f20.example', 'next'), 'next', T0, LISTED));
        expect(await opened.store.settleRun('next')).toEqual({
          visited: 21,
          fine: 21,
          failed: 20,
          broken: true,
          settled: 0,
        });
        expect((await opened.store.list(listing)).total).toBe(21);
        expect(await alerts()).toEqual([]);
        expect(await opened.store.countDue()).toBe(0);
        opened.clock.now += 16 * MINUTE;
        expect(await opened.store.countDue()).toBe(20);
      });

      it('returns the next visit and its worker without a lease', async () => {
        await fine(1);
        await opened.store.track(['waiting.example']);
        const waiting = await opened.store.getPlannedVisit('waiting.example');
        expect(waiting).toMatchObject({ state: { domain: 'waiting.example', status: 'pending' }, worker: null });
        expect(Date.parse(waiting?.due_at ?? '')).toBe(opened.clock.now);
        expect(await opened.store.countDue()).toBe(1);
        await claimOne('waiting.example', 'next');
        const taken = await opened.store.getPlannedVisit('waiting.example');
        expect(taken?.worker).not.toBeNull();
        expect(Date.parse(taken?.due_at ?? '')).toBeGreaterThan(opened.clock.now);
        expect(await opened.store.getPlannedVisit('unknown.example')).toBeNull();
      });

      it('drops held results after its death, and makes their domains due again', async () => {
        await fine(3);
        await fail('f00.example', 'next');
        opened.clock.now += 3 * MINUTE;
        await opened.store.openRun({ id: 'third', kind: 'scheduled' });
        expect(await claim(9, { run: 'third' })).toEqual([]);
        opened.clock.now += 3 * MINUTE;
        expect((await claim(9, { run: 'third' })).map(({ state }) => state.domain)).toEqual(['f00.example']);
        expect(await opened.store.settleRun('next')).toMatchObject({
          visited: 1,
          failed: 1,
          broken: false,
          settled: 0,
        });
        expect(await opened.store.lookup('f00.example')).toMatchObject({ status: 'valid' });
        expect(await alerts()).toEqual([]);
      });

      it('repeats a held visit after a change of the owner', async () => {
        await fine(1);
        await fail('f00.example', 'next');
        await opened.store.setOwners([toOwner('f00.example')]);
        expect(await opened.store.settleRun('next')).toMatchObject({ settled: 0, broken: false });
        expect(await opened.store.lookup('f00.example')).toMatchObject({ status: 'valid', verified: true });
        expect(await opened.store.countDue()).toBe(1);
      });

      it('fails if not opened', () => refused('not-found', opened.store.settleRun('unknown')));
    });

    describe('a list', () => {
      const site = async (domain: string, next: Parameters<typeof toVisit>[3]) => {
        await opened.store.track([domain]);
        await visit(domain, { ...LISTED, ...next });
      };
      beforeEach(async () => {
        await site('low.example', { authority: 20 });
        await site('high.example', { authority: 90, tier: 'featured' });
        await site('b.example', { authority: 50 });
        await site('a.example', { authority: 50 });
        await site('unlisted.example', { authority: 5, tier: 'unlisted' });
        await site('rejected.example', { authority: 99, tier: 'rejected', rejection: 'spam' });
        await opened.store.setOwners([toOwner('low.example')]);
        await opened.store.track(['new.example']);
      });

      it('sorts by verification, authority and name, in pages', async () => {
        const page = await opened.store.list(listing);
        expect(names(page)).toEqual(['low.example', 'high.example', 'a.example', 'b.example']);
        expect(page).toMatchObject({ total: 4, totalIsEstimate: false });
        const second = await opened.store.list({ ...listing, perPage: 2, page: 2 });
        expect(names(second)).toEqual(['a.example', 'b.example']);
        expect(await opened.store.list({ ...listing, page: 99_999_999 })).toMatchObject({ total: 4, results: [] });
      });

      it('includes unlisted and uncrawled sites on request, never rejected sites', async () => {
        const page = await opened.store.list({ ...listing, includeUnlisted: true, perPage: 3, page: 2 });
        expect(names(page)).toEqual(['b.example', 'unlisted.example', 'new.example']);
        expect(page.total).toBe(6);
      });

      it('shows only verified sites on request', async () => {
        expect(await opened.store.list({ ...listing, verified: true }).then(names)).toEqual(['low.example']);
      });

      it('refuses page 0', () => refused('refused', opened.store.list({ ...listing, page: 0 })));

      it('matches the totals, which count a rejected domain only as tracked', async () => {
        expect(await opened.store.stats()).toEqual({
          domains_tracked: 7,
          valid_llms_txt: 5,
          listed: 4,
          verified: 1,
          with_llms_full_txt: 0,
          pending: 1,
          last_checked: instant(T0),
        });
        expect(await opened.store.verifyCounters()).toEqual([]);
      });

      it('counts countries without rejected sites', async () => {
        await visit('a.example', { country: 'DE', country_basis: 'cctld' });
        await visit('rejected.example', { country: 'DE', country_basis: 'cctld' });
        expect(await opened.store.countries()).toEqual([
          { country: null, valid: 4, listed: 3, verified: 1 },
          { country: 'DE', valid: 1, listed: 1, verified: 0 },
        ]);
      });
    });

    describe('a search', () => {
      const search = async (q: string) => {
        const page = await opened.store.search({ ...RECORD_BY_AUTHORITY, ...listing, q });
        expect(page).toMatchObject({ total: page.results.length, totalIsEstimate: false });
        return names(page);
      };
      beforeEach(async () => {
        const sites: readonly (readonly [string, string, string])[] = [
          ['stripe.com', 'Stripe', 'Payments for developers'],
          ['docs.stripe.com', 'Stripe documentation', 'How to take payments'],
          ['bäcker.example'.normalize('NFC').replace('ä', 'ae'), 'Bäckerei Größe', 'Brot und Brötchen'],
          ['nihon.example', '日本語の文書', '東京の天気'],
          ['quotes.example', 'The quick brown fox', "don't panic"],
          ['cplus.example', 'C++ and C#', 'brown quick'],
          ['xn--bcher-kva.example', 'Leseecke', 'Romane'],
        ];
        await opened.store.track(sites.map(([domain]) => domain));
        for (const [domain, title, summary] of sites) await visit(domain, { ...LISTED, title, summary });
        await opened.store.setOwners([
          { ...toOwner('docs.stripe.com'), tags: ['billing-api'], description: 'Invoices' },
        ]);
      });
      // Use one test, because each test fills the store.
      const cases: Readonly<Record<string, readonly string[]>> = {
        payments: ['docs.stripe.com', 'stripe.com'],
        'PAYMENTS developers': ['stripe.com'],
        stri: ['stripe.com'],
        'stripe.com': ['docs.stripe.com', 'stripe.com'],
        'https://stripe.com/': ['docs.stripe.com', 'stripe.com'],
        'docs.str': ['docs.stripe.com'],
        'payments -documentation': ['stripe.com'],
        '"quick brown"': ['quotes.example'],
        'quick brown': ['cplus.example', 'quotes.example'],
        'brot or invoices': ['docs.stripe.com', 'baecker.example'],
        backerei: ['baecker.example'],
        BRÖTCHEN: ['baecker.example'],
        日本語: ['nihon.example'],
        天気: ['nihon.example'],
        "don't": ['quotes.example'],
        'billing-api': ['docs.stripe.com'],
        invoices: ['docs.stripe.com'],
        'c++': ['cplus.example'],
        Bücher: ['xn--bcher-kva.example'],
        'www.bücher.example': ['xn--bcher-kva.example'],
        'nothing-like-this': [],
        '!!! & | ( : * <->': [],
        "'; drop table directory.domains; --": [],
        '%': [],
      };
      it('finds the sites of each query', async () => {
        const found = await Promise.all(Object.keys(cases).map(async (q) => [q, await search(q)]));
        expect(Object.fromEntries(found)).toEqual(cases);
      });

      it('reflects an edit immediately', async () => {
        await visit('stripe.com', { ...LISTED, title: 'Renamed', summary: 'Nothing else' });
        expect(await search('developers')).toEqual([]);
        expect(await search('renamed')).toEqual(['stripe.com']);
      });
    });

    describe('detail of a domain', () => {
      it('shows sites with a shared tag, best first', async () => {
        for (const [i, domain] of ['a.example', 'b.example', 'c.example'].entries()) {
          await opened.store.track([domain]);
          await visit(domain, { ...LISTED, authority: 30 + i });
        }
        await opened.store.setOwners(['a.example', 'b.example', 'c.example'].map(toOwner));
        await opened.store.setOwners([{ ...toOwner('b.example'), tags: ['docs', 'maps'] }]);
        const [first] = await opened.store.getDetails(['a.example', 'unknown.example']);
        expect(first?.similar.map(({ domain }) => domain)).toEqual(['c.example', 'b.example']);
        expect(await opened.store.getDetail('unknown.example')).toBeNull();
        expect(await opened.store.getText('a.example')).toBeNull();
      });
    });

    describe('list of changes', () => {
      const follow = async (cursor: string | null, limit = 100) => {
        const { changes, cursor: next, more } = await opened.store.listChanges(cursor, limit);
        return { domains: changes.map(({ domain }) => domain), next, more, changes };
      };

      it('contains each change once, in steps', async () => {
        await opened.store.track(['a.example', 'b.example', 'c.example']);
        const first = await follow(null, 2);
        expect(first).toMatchObject({ domains: ['a.example', 'b.example'], more: true });
        const second = await follow(first.next, 2);
        expect(second).toMatchObject({ domains: ['c.example'], more: false });
        expect((await follow(second.next)).domains).toEqual([]);
        await visit('b.example', LISTED);
        const third = await follow(second.next);
        expect(third.changes).toMatchObject([{ domain: 'b.example', tier: 'listed', removed: false }]);
        const before = first.changes.find(({ domain }) => domain === 'b.example')?.revision ?? '';
        expect((third.changes[0]?.revision ?? '') > before).toBe(true);
        expect((await follow(third.next)).domains).toEqual([]);
      });

      it('omits a visit without changes, and includes all other changes of a page', async () => {
        await opened.store.track(['a.example']);
        const seen = { findings: [], preview: null, text: { hash: 'one', body: '# One' } };
        await visit('a.example', LISTED, seen);
        let at = (await follow(null)).next;
        const isChangedBy = async (next: Parameters<typeof toVisit>[3], more: Parameters<typeof toVisit>[4] = {}) => {
          opened.clock.now += DAY;
          await visit('a.example', next, more);
          const { domains, next: after } = await follow(at);
          at = after;
          return domains.length > 0;
        };
        const components = { reach: 10, trust: 81, quality: 90, freshness: 99 };
        const failure = {
          kind: 'network',
          reason: 'timeout',
          since: instant(T0),
          last_at: instant(T0),
          count: 1,
        } as const;
        const rows = await opened.query('select version, last_seen from directory.versions');
        expect(await isChangedBy(LISTED)).toBe(false);
        expect(await isChangedBy(LISTED, seen)).toBe(false);
        expect(await isChangedBy({ ...LISTED, components }, { point: toPoint(opened.clock.now, 40) })).toBe(false);
        expect(await opened.query('select version, last_seen from directory.versions')).toEqual(rows);
        expect(await isChangedBy({ ...LISTED, failure })).toBe(true);
        expect(await isChangedBy({ ...LISTED, failure: { ...failure, count: 2 } })).toBe(false);
        expect(await isChangedBy({ ...LISTED, failure: null })).toBe(true);
        expect(await isChangedBy({ ...LISTED, authority: 41 })).toBe(true);
        expect(await isChangedBy(LISTED, { ...seen, findings: [DEAD_LINK] })).toBe(true);
        expect(await isChangedBy(LISTED, { ...seen, text: { hash: 'two', body: '# Two' } })).toBe(true);
      });

      it('includes removed domains', async () => {
        await opened.store.track(['a.example']);
        const { next } = await follow(null);
        await opened.remove('a.example');
        expect((await follow(next)).changes).toMatchObject([{ domain: 'a.example', removed: true, tier: null }]);
      });

      it('starts over for a cursor of another database', async () => {
        await opened.store.track(['a.example']);
        const { next } = await follow(null);
        await opened.query('update directory.instance set id = gen_random_uuid()');
        expect((await follow(next)).domains).toEqual(['a.example']);
        expect((await follow('nonsense')).domains).toEqual(['a.example']);
      });

      it('starts over with the first run after a restore from another database', async () => {
        await opened.store.track(['a.example']);
        const { next } = await follow(null);
        await opened.query("update directory.changes set stamp = '999999999999'");
        await opened.store.openRun({ id: 'after', kind: 'scheduled' });
        expect((await follow(next)).domains).toEqual(['a.example']);
        await visit('a.example', LISTED);
        expect((await follow(null)).domains).toEqual(['a.example']);
      });
    });

    it('refuses other calls of the publishable key', async () => {
      const open = opened.publicStore;
      await refused('refused', open.track(['b.example']));
      await refused('refused', open.getDetail('a.example'));
      await refused('refused', open.lease({ run: 'run', worker: 'w', limit: 1, leaseMs: 1000 }));
      expect(await opened.store.lookup('b.example')).toBeNull();
    });
  });
}
