import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CrawlOptions } from '../../src/crawl/crawl.ts';
import { OnDemandCrawl } from '../../src/crawl/on-demand-crawl.ts';
import type { VisitSummary } from '../../src/crawl/visit-summary.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/directory/duration.ts';
import type { Net } from '../../src/fetch/net.ts';
import { HostBusyError, type Pacing } from '../../src/fetch/pacing.ts';
import { FIRST_VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { type Log, silentLog } from '../../src/runtime/log.ts';
import { type Store, StoreError } from '../../src/store/store.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { readStoredPage } from '../store/read-stored-page.ts';
import { crawlWhere, FILE, names, ownedBy, webWhere } from './fake-crawl.ts';
import { fakeNet, fetchingBy, type Said } from './fake-net.ts';
import { noPacing, testVisitTools } from './test-visit-tools.ts';

// Share one database, because opening a database takes most of a test's time.
const test = await openEmbeddedTestStore();
closeAfterAll(test);
beforeEach(() => test.clear());

const fileIn = (files: Map<string, Said>) => (host: string) => files.get(host) ?? 404;
const toWeb = (files: Map<string, Said>) => webWhere(fileIn(files));
const run = (files: Map<string, Said>, over: Partial<CrawlOptions> = {}) => crawlWhere(fileIn(files), test, over);
const toolsWith = (net: Net, pacing?: Pacing) =>
  testVisitTools(net, { now: () => test.clock.now, ...(pacing && { pacing }) });
/** Creates a crawl on demand of a web. */
const onDemand = (net: Net) =>
  new OnDemandCrawl({
    store: test.store,
    tools: toolsWith(net),
    log: silentLog,
    newRunId: () => `demand-${randomUUID()}`,
  });
const all = (domains: readonly string[], said: Said) => new Map(domains.map((domain) => [domain, said]));
const listAlerts = async () =>
  (await test.query<{ type: string }>('select type from directory.alerts')).map((a) => a.type);

/** File that is good enough for `featured` with a verified owner. */
const GOOD_FILE = [
  '# Site',
  '',
  '> Bread of the village: what we bake each day, from which flour, where it is sold, and how to order a cake.',
  '',
  'We bake without yeast on Mondays. There is no delivery outside the valley and no shop in the city.',
  '',
  '## Shop',
  '',
  ...['bread', 'cakes', 'prices', 'hours', 'orders', 'flour', 'courses', 'contact'].map(
    (page) => `- [${page}](https://other.example/${page}): what a visitor ought to know about our ${page} today`,
  ),
  '',
].join('\n');

describe('a run', () => {
  it('visits all due domains once and ends', async () => {
    const domains = names(40);
    await test.store.track(domains);
    const files = all(domains, FILE);
    files.set('site007.example', 404);
    const seen: string[] = [];
    const report = await run(files, { concurrency: 8, onVisit: ({ domain }) => seen.push(domain) });
    expect(report).toMatchObject({ visited: 40, ended: 'nothing-due', errors: 0, lost: 0, broken: false });
    expect(report.statuses).toEqual({ pending: 0, valid: 39, invalid: 1, unreachable: 0 });
    expect(new Set(seen).size).toBe(40);
    expect(await test.store.stats()).toMatchObject({ domains_tracked: 40, valid_llms_txt: 39, pending: 0 });
    expect(await run(files)).toMatchObject({ visited: 0, ended: 'nothing-due' });
  });

  it('writes record, findings, preview, text and evidence', async () => {
    await test.store.track(['site.example']);
    await run(all(['site.example'], GOOD_FILE));
    const detail = await readStoredPage(test.store, 'site.example');
    expect(detail).toMatchObject({
      facts: {
        status: 'valid',
        tier: 'listed',
        title: 'Site',
        sections: 1,
        links: 8,
        summary: expect.stringMatching(/^Bread of/),
      },
      evidence: { url: 'https://site.example/llms.txt', status: 200, robots: 'allowed', not_modified: false },
      preview: { title: 'Site', sections: [{ title: 'Shop' }] },
    });
    expect(detail?.history).toHaveLength(1);
    expect(detail?.findings.length).toBeGreaterThan(0);
    expect((await test.store.getText('site.example'))?.body).toBe(GOOD_FILE);
  });

  it('stores the changes with each new version, also after failed visits', async () => {
    await test.store.track(['site.example']);
    await run(all(['site.example'], GOOD_FILE));
    for (let failures = 0; failures < 2; failures++) {
      test.clock.now += 2 * DAY_MS;
      await run(all(['site.example'], 404));
    }
    expect(await test.store.lookup('site.example')).toMatchObject({ status: 'invalid', tier: 'unlisted' });
    test.clock.now += 30 * DAY_MS;
    await run(all(['site.example'], GOOD_FILE.replace('[bread]', '[loaves]')));
    const detail = await readStoredPage(test.store, 'site.example');
    expect(detail?.versions).toMatchObject([
      { version: 2, changes: { total: 1, first: [{ kind: 'link-renamed', before: 'bread', after: 'loaves' }] } },
      { version: 1, changes: null },
    ]);
  });

  it('shows the last valid version until a failure counts', async () => {
    await test.store.track(['site.example']);
    await run(all(['site.example'], GOOD_FILE));
    const valid = await readStoredPage(test.store, 'site.example');
    test.clock.now += 2 * DAY_MS;
    await run(all(['site.example'], 'No heading.'));
    const failing = await readStoredPage(test.store, 'site.example');
    expect(failing).toMatchObject({ facts: { status: 'valid', title: 'Site' }, failure: { kind: 'definitive' } });
    expect([failing?.findings, failing?.preview]).toEqual([valid?.findings, valid?.preview]);
    expect((await test.store.getText('site.example'))?.body).toBe(GOOD_FILE);
    test.clock.now += HOUR_MS;
    await run(all(['site.example'], 'No heading.'));
    const invalid = await readStoredPage(test.store, 'site.example');
    expect(invalid).toMatchObject({ facts: { status: 'invalid', tier: 'unlisted' } });
    expect(invalid?.findings).not.toEqual(valid?.findings);
  });

  it('visits only the given domains, due or not', async () => {
    await test.store.track(names(5));
    const given = ['site002.example', 'site004.example', 'site002.example'];
    for (let again = 0; again < 2; again++) {
      expect(await run(all(names(5), FILE), { domains: given, concurrency: 1 })).toMatchObject({ visited: 2 });
    }
    expect(await test.store.stats()).toMatchObject({ pending: 3 });
  });

  it('waits for a given domain that a dead worker leased', async () => {
    await test.store.track(names(3));
    await test.store.openRun({ id: 'killed', kind: 'scheduled' });
    const lease = { run: 'killed', worker: 'killed', limit: 1, leaseMs: 60_000 };
    await test.store.lease({ ...lease, domains: ['site001.example'] });
    const visiting = run(all(names(3), FILE), { domains: names(3), onVisit: () => (test.clock.now += MINUTE_MS) });
    expect(await visiting).toMatchObject({ visited: 3, ended: 'nothing-due' });
  });

  it('stops at its limit and at its deadline', async () => {
    await test.store.track(names(30));
    expect(await run(all(names(30), FILE), { limit: 7 })).toMatchObject({ visited: 7, ended: 'limit' });
    const onVisit = () => {
      test.clock.now += 600;
    };
    const late = await run(all(names(30), FILE), { concurrency: 2, deadlineMs: 1_000, onVisit });
    expect(late.ended).toBe('deadline');
    expect(late.visited).toBeLessThan(10);
    // The crawl releases leased domains without a started visit.
    expect(await test.store.countDue()).toBe(30 - 7 - late.visited);
  });

  it('releases its domains when stopped', async () => {
    await test.store.track(names(40));
    const stop = new AbortController();
    let visits = 0;
    const report = await run(all(names(40), FILE), {
      concurrency: 4,
      signal: stop.signal,
      onVisit: () => {
        if (++visits === 10) stop.abort(new Error('SIGINT'));
      },
    });
    expect(report.ended).toBe('stopped');
    expect(await test.store.countDue()).toBe(40 - report.visited);
    expect(await run(all(names(40), FILE))).toMatchObject({ visited: 40 - report.visited });
  });

  it('writes nothing in a dry run', async () => {
    await test.store.track(names(3));
    const lines: VisitSummary[] = [];
    await run(all(names(3), FILE), { dryRun: true, onVisit: (line) => lines.push(line) });
    expect(lines.map(({ status, result }) => [status, result])).toEqual(names(3).map(() => ['valid', 'dry']));
    expect(await test.store.stats()).toMatchObject({ pending: 3, last_checked: null });
    expect(await test.store.countDue()).toBe(3);
  });

  const breakingNet = (): Partial<CrawlOptions> => {
    const net = webWhere(() => FILE);
    const breaking = fetchingBy(net, (request) => {
      if (request.url.includes('site001')) throw new Error('a bug of ours');
      return net.fetch(request);
    });
    return { tools: toolsWith(breaking) };
  };
  /** Store on a full disk. PostgreSQL still reads. */
  const fullStore = (): Partial<CrawlOptions> => {
    const fails = () => Promise.reject(new StoreError('broken', 'could not extend file'));
    const apply: Store['apply'] = (visit) =>
      visit.next.domain === 'site001.example' ? fails() : test.store.apply(visit);
    return { store: { ...test.store, apply, release: fails } };
  };
  it.each([
    ['a failed visit', breakingNet],
    ['a failed write', fullStore],
  ])('continues after %s and leaves the lease of its domain', async (_, broken) => {
    await test.store.track(names(3));
    const files = all(names(3), FILE);
    const errors: unknown[] = [];
    const log: Log = { ...silentLog, error: (event, fields) => errors.push([event, fields?.['domain']]) };
    expect(await run(files, { ...broken(), log })).toMatchObject({ visited: 2, errors: 1 });
    expect(errors).toEqual([['visit.failed', 'site001.example']]);
    expect(await test.store.countDue()).toBe(0);
    test.clock.now += 2 * MINUTE_MS;
    expect(await run(files)).toMatchObject({ visited: 1, errors: 0 });
  });

  it('waits for an unavailable store', async () => {
    await test.store.track(['site.example']);
    let away = 2;
    const store: Store = {
      ...test.store,
      apply: (visit) => {
        if (away-- > 0) return Promise.reject(new StoreError('unavailable', 'the database is away'));
        return test.store.apply(visit);
      },
    };
    expect(await run(all(['site.example'], FILE), { store })).toMatchObject({ visited: 1, errors: 0, lost: 0 });
    expect(await test.store.stats()).toMatchObject({ valid_llms_txt: 1 });
  });

  it('judges again if the row changed during the visit', async () => {
    await test.store.track(['site.example']);
    const net = toWeb(all(['site.example'], GOOD_FILE));
    const meddled = fetchingBy(net, async (request) => {
      if (request.url.endsWith('/llms.txt')) {
        await test.store.setOwners([{ ...ownedBy('site.example'), description: 'Ours.', tags: ['bread'] }]);
      }
      return net.fetch(request);
    });
    expect(await run(new Map(), { tools: toolsWith(meddled) })).toMatchObject({ visited: 1, lost: 0 });
    const record = await test.store.lookup('site.example');
    expect(record).toMatchObject({ verified: true, description: 'Ours.', tags: ['bread'], tier: 'listed' });
    // A new site without a proof has an authority below 43.
    expect(record?.authority).toBeGreaterThan(45);
  });
});

describe('the owner of a failing site', () => {
  it('gets an alert about the failure and one about its end', async () => {
    const domains = names(6);
    await test.store.track(domains);
    await test.store.setOwners([ownedBy('site005.example')]);
    const files = all(domains, FILE);
    await run(files);
    files.set('site005.example', 404);
    for (const ms of [DAY_MS, HOUR_MS, DAY_MS]) {
      test.clock.now += ms;
      expect((await run(files, { domains })).broken).toBe(false);
    }
    expect(await test.store.lookup('site005.example')).toMatchObject({ status: 'invalid', tier: 'unlisted' });
    expect(await listAlerts()).toEqual(['llms_txt.broken']);
    files.set('site005.example', FILE);
    test.clock.now += DAY_MS;
    await run(files, { domains });
    expect(await test.store.lookup('site005.example')).toMatchObject({ status: 'valid' });
    expect(await listAlerts()).toEqual(['llms_txt.broken', 'llms_txt.recovered']);
  });
});

describe('a jump of the clock', () => {
  it.each([
    ['a day ahead', DAY_MS],
    ['a day back', -DAY_MS],
  ])('loses nothing, changes no status and sends no alert if it goes %s', async (_, jumpMs) => {
    const domains = names(60);
    await test.store.track(domains);
    await test.store.setOwners(domains.slice(0, 10).map(ownedBy));
    const files = all(domains, FILE);
    await run(files);
    test.clock.now += 2 * DAY_MS;
    let visits = 0;
    const onVisit = () => {
      visits += 1;
      if (visits === 30) test.clock.now += jumpMs;
    };
    await run(files, { domains, concurrency: 8, onVisit });
    expect(await test.store.stats()).toMatchObject({ domains_tracked: 60, valid_llms_txt: 60 });
    expect(await listAlerts()).toEqual([]);
    // After any jump, each site gets a visit within two weeks.
    test.clock.now += 15 * DAY_MS;
    expect(await run(files)).toMatchObject({ visited: 60, errors: 0 });
  });
});

describe('an address shared by many sites', () => {
  it('postpones its visits without delaying other sites or losing a visit', async () => {
    await test.store.track(names(30));
    const busyHosts = new Set(names(20));
    const pacing: Pacing = {
      ...noPacing,
      async takeTurn(host, _addresses, _signal, maxWaitMs) {
        if (busyHosts.has(host) && maxWaitMs !== undefined) throw new HostBusyError('192.0.2.1', 31_000, () => 90_000);
        return { address: null, release: () => {} };
      },
    };
    const files = all(names(30), FILE);
    const web = toWeb(files);
    const net = fetchingBy(web, async (request) => {
      const { hostname } = new URL(request.url);
      await request.pacing?.takeTurn(hostname, [], new AbortController().signal, request.maxWaitMs);
      return web.fetch(request);
    });
    const postponing = await run(files, { tools: toolsWith(net, pacing) });
    expect(postponing).toMatchObject({ visited: 10, postponed: 20, errors: 0 });
    test.clock.now += 90_001;
    expect(await run(files)).toMatchObject({ visited: 20, postponed: 0 });
    // The crawl waits for given domains.
    const given = await run(files, { tools: toolsWith(net, pacing), domains: names(20) });
    expect(given).toMatchObject({ visited: 20, postponed: 0 });
  });
});

describe('a visit on demand', () => {
  it('starts soon after a registration', async () => {
    await test.store.track(names(3));
    const server = onDemand(toWeb(all(names(3), FILE)));
    await Promise.all(names(2).map((domain) => server.visitSoon(domain)));
    expect(await test.store.stats()).toMatchObject({ valid_llms_txt: 2, pending: 1 });
    await server.close();
  });
  it('does not wait for slow visits of another network', async () => {
    const slow = names(48).map((name) => `slow-${name}`);
    await test.store.track(['quick.example', ...slow]);
    const quick = toWeb(all(['quick.example'], FILE));
    const stuck = Promise.withResolvers<never>();
    const server = onDemand(
      fetchingBy(quick, (request) => (request.url.includes('slow-') ? stuck.promise : quick.fetch(request))),
    );
    for (const domain of slow) void server.visitSoon(domain, 'a network');
    await server.visitSoon('quick.example', 'another network');
    expect(await test.store.lookup('quick.example')).toMatchObject({ status: 'valid' });
    stuck.reject(new Error('over'));
    await server.close();
  });
  it('continues on the next server after the first died', async () => {
    await test.store.track(names(4));
    await test.store.requestVisits(names(3));
    await run(all(names(1), FILE), { domains: names(1) });
    const server = onDemand(toWeb(all(names(4), FILE)));
    await server.whenIdle();
    // The crawl visits only requested domains without a later visit.
    expect(await test.store.stats()).toMatchObject({ valid_llms_txt: 3, pending: 1 });
    expect(await test.store.listRequestedVisits(10)).toEqual([]);
    await server.close();
  });
  it('does not repeat a visit that another server made during the wait', async () => {
    const slow = names(FIRST_VISIT_SLOTS.perNetwork);
    const domains = [...slow, 'waits.example'];
    await test.store.track(domains);
    const files = all(domains, FILE);
    const web = toWeb(files);
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    const net = fetchingBy(web, async (request) => {
      asked.push(request.url);
      await gate.promise;
      return await web.fetch(request);
    });
    const server = onDemand(net);
    const visits = domains.map((domain) => server.visitSoon(domain, 'a network'));
    await run(files, { domains: ['waits.example'] });
    gate.resolve();
    await Promise.all(visits);
    expect(asked.length).toBeGreaterThan(slow.length);
    expect(asked.filter((url) => url.includes('waits.example'))).toEqual([]);
    await server.close();
  });
  it('shows an owner a file that robots.txt disallows', async () => {
    await test.store.track(['site.example']);
    const web = toWeb(all(['site.example'], FILE));
    const net = fetchingBy(web, (request) =>
      request.url.endsWith('/robots.txt')
        ? fakeNet({ [request.url]: 'User-agent: *\nDisallow: /\n' }).fetch(request)
        : web.fetch(request),
    );
    const server = onDemand(net);
    await server.visitSoon('site.example');
    expect(await test.store.lookup('site.example')).toMatchObject({ status: 'pending' });
    await server.recrawl('site.example');
    expect(await test.store.lookup('site.example')).toMatchObject({ status: 'valid' });
    await server.close();
  });
  it('shows an owner every result at once', async () => {
    await test.store.track(['site.example']);
    const files = all(['site.example'], FILE);
    const server = onDemand(toWeb(files));
    await server.recrawl('site.example');
    expect(await test.store.lookup('site.example')).toMatchObject({ status: 'valid' });
    files.set('site.example', 404);
    await server.recrawl('site.example');
    expect(await test.store.lookup('site.example')).toMatchObject({ status: 'invalid' });
    await server.close();
  });
});
