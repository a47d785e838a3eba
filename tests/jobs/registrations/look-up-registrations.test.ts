import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBootstrap, parseBootstrap } from '../../../src/jobs/registrations/bootstrap.ts';
import { lookUpRegistrations } from '../../../src/jobs/registrations/look-up-registrations.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import { fakeNet, type Said } from '../../crawl/fake-net.ts';
import { noPacing } from '../../crawl/test-visit-tools.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { DAY, HOUR, LISTED } from '../../store/sample-visit.ts';
import { useEmptyStore } from '../../store/use-test-store.ts';
import { visitAll } from '../../store/visit-all.ts';
import { folderOfTest } from '../../temp-folder.ts';

const test = useEmptyStore(openEmbeddedTestStore);

const BOOTSTRAP = JSON.stringify({
  services: [
    [['com'], ['https://rdap.registry.com/v1/']],
    [['org'], ['https://rdap.registry.org/']],
  ],
});
const REGISTERED = '2010-06-01T00:00:00.000Z';
const answerFor = (name: string, at = REGISTERED): Said =>
  JSON.stringify({
    objectClassName: 'domain',
    ldhName: name,
    events: [{ eventAction: 'registration', eventDate: at }],
  });
const com = (name: string) => `https://rdap.registry.com/v1/domain/${name}`;

const valid = (...domains: string[]) => visitAll(test.store, domains, test.clock.now, () => [LISTED]);
const lookUp = async (web: Record<string, Said | (() => Said)>, limit = 100) => {
  const net = fakeNet(web);
  const report = await lookUpRegistrations({
    store: test.store,
    net,
    pacing: noPacing,
    log: silentLog,
    now: () => test.clock.now,
    bootstrap: parseBootstrap(BOOTSTRAP),
    limit,
    signal: new AbortController().signal,
  });
  return { ...report, urls: net.asked };
};
const toDate = async (domain: string) => (await test.store.lookup(domain))?.registered_at;

describe('lookup of registrations', () => {
  it('queries a registrable name once for all its domains', async () => {
    await valid('docs.site.com', 'site.com', 'blog.site.com');
    const first = await lookUp({ [com('site.com')]: answerFor('site.com') });
    expect(first).toMatchObject({ queries: 1, found: 1, urls: [com('site.com')] });
    for (const domain of ['docs.site.com', 'site.com', 'blog.site.com']) expect(await toDate(domain)).toBe(REGISTERED);
    await valid('late.site.com');
    expect(await lookUp({})).toMatchObject({ queries: 0, urls: [] });
    expect(await toDate('late.site.com')).toBe(REGISTERED);
  });

  it('queries only valid sites', async () => {
    await test.store.track(['pending.com']);
    expect(await lookUp({})).toMatchObject({ queries: 0 });
  });

  it('skips reserved names, private suffixes, and registries without RDAP', async () => {
    await valid('a.example', 'user.github.io', 'seite.de');
    expect(await lookUp({})).toMatchObject({ queries: 0, unknowable: 3 });
    expect(await lookUp({})).toMatchObject({ queries: 0, unknowable: 0 });
  });

  it('repeats after three months if the registry had no data', async () => {
    await valid('site.com');
    expect(await lookUp({ [com('site.com')]: 404 })).toMatchObject({ queries: 1, found: 0, failing: [] });
    test.clock.now += 30 * DAY;
    expect(await lookUp({})).toMatchObject({ queries: 0 });
    test.clock.now += 61 * DAY;
    expect(await lookUp({ [com('site.com')]: answerFor('site.com') })).toMatchObject({ found: 1 });
  });

  it('obeys Retry-After of one registry, and queries the others', async () => {
    await valid('a.com', 'b.com', 'c.org');
    const report = await lookUp({
      [com('a.com')]: { status: 429, headers: { 'retry-after': '7200' } },
      'https://rdap.registry.org/domain/c.org': answerFor('c.org'),
    });
    expect(report).toMatchObject({ queries: 2, found: 1, failing: ['https://rdap.registry.com/v1/'] });
    test.clock.now += HOUR;
    expect((await lookUp({ [com('b.com')]: answerFor('b.com') })).urls).toEqual([com('b.com')]);
    test.clock.now += 2 * HOUR;
    expect((await lookUp({ [com('a.com')]: answerFor('a.com') })).urls).toEqual([com('a.com')]);
  });

  it('stops after three failures of a registry', async () => {
    await valid('a.com', 'b.com', 'c.com', 'd.com', 'e.com');
    const down: Record<string, Said> = {};
    for (const name of ['a', 'b', 'c', 'd', 'e']) down[com(`${name}.com`)] = name < 'c' ? 'timeout' : 503;
    expect(await lookUp(down)).toMatchObject({ queries: 3, found: 0 });
  });

  it('stops at its limit', async () => {
    await valid('a.com', 'b.com', 'c.com');
    expect(await lookUp({ [com('a.com')]: answerFor('a.com') }, 1)).toMatchObject({ queries: 1 });
  });

  it('queries once for two concurrent runs', async () => {
    await valid('a.com');
    const web = { [com('a.com')]: answerFor('a.com') };
    const both = await Promise.all([lookUp(web), lookUp(web)]);
    expect(both[0].queries + both[1].queries).toBe(1);
    expect(await toDate('a.com')).toBe(REGISTERED);
  });

  it('ignores an answer about another name', async () => {
    await valid('a.com');
    expect(await lookUp({ [com('a.com')]: answerFor('b.com') })).toMatchObject({ queries: 1, found: 0 });
    expect(await toDate('a.com')).toBeNull();
  });
});

describe('the registry of RDAP servers', () => {
  const url = 'https://data.iana.org/rdap/dns.json';
  let folder = '';
  beforeEach(async () => {
    folder = folderOfTest();
  });
  const open = (said: Said, days = 0) =>
    openBootstrap({
      net: fakeNet({ [url]: said }),
      pacing: noPacing,
      signal: new AbortController().signal,
      now: () => Date.now() + days * DAY,
      file: join(folder, 'data', 'servers.json'),
    });

  it('fails without a list of servers', async () => {
    for (const said of ['timeout', 500, '<html>'] as const) await expect(open(said)).rejects.toThrow();
  });
  it('loads once a day, and falls back to the cached list', async () => {
    const other = JSON.stringify({ services: [[['com'], ['https://rdap.other.com/']]] });
    expect((await open(BOOTSTRAP))('a.com')).toBe('https://rdap.registry.com/v1/');
    expect((await open(other))('a.com')).toBe('https://rdap.registry.com/v1/');
    for (const said of ['timeout', 500, '<html>'] as const) {
      expect((await open(said, 2))('a.com')).toBe('https://rdap.registry.com/v1/');
    }
    expect((await open(other, 2))('a.com')).toBe('https://rdap.other.com/');
  });
});
