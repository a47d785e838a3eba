import { beforeEach, describe, expect, it } from 'vitest';
import { createPackageReads, toSampleRegistry } from '../../../functions/visits/package-reads.ts';
import { NO_PROGRESS } from '../../../functions/visits/site-visits.ts';
import { DirectoryError } from '../../../src/directory/errors.ts';
import { parsePackageName } from '../../../src/directory/package-name.ts';
import { readRegistryDocument } from '../../../src/extract/registries.ts';
import type { FetchRequest, FetchResult } from '../../../src/fetch/net.ts';
import { createPacing } from '../../../src/fetch/pacing.ts';
import { REGISTRY_READS_OF_NETWORK } from '../../../src/operations/quotas.ts';
import { aFetchResult } from '../../crawl/fake-net.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { useTestStore } from '../../store/use-test-store.ts';

const DAY_MS = 86_400_000;

const opened = useTestStore(openEmbeddedTestStore);
/** Start times of the requests to registries, by the clock of the test. */
let requests: { readonly url: string; readonly at: number }[];
let answer: (url: string) => Partial<FetchResult>;
beforeEach(async () => {
  // Start a new day for another test.
  opened.clock.now += 3 * DAY_MS;
  requests = [];
  answer = (url) => ({ status: 200, body: Buffer.from(JSON.stringify({ homepage: `https://${toName(url)}.dev/` })) });
});

const toName = (url: string) => url.split('/').at(-2) ?? '';

/** Opens a process that reads packages. A pause of the process advances the clock. */
function openReads() {
  const { clock, store } = opened;
  const now = () => clock.now;
  const fetch = async (request: FetchRequest): Promise<FetchResult> => {
    requests.push({ url: request.url, at: clock.now });
    return aFetchResult(request.url, { status: null, ...answer(request.url) });
  };
  const readAll = createPackageReads({
    store,
    net: { fetch },
    pacing: createPacing({ gapMs: 0, now }),
    toReadUrl: (url) => url,
    readDocument: async (document) => readRegistryDocument(document),
    fingerprint: (text) => `fingerprint of ${text}`,
    now,
    sleep: async (ms) => {
      clock.now += ms;
    },
  });
  return async (texts: readonly string[], network = '192.0.2.1') => {
    const packages = texts.flatMap((text) => parsePackageName(text) ?? []);
    const answers = await readAll(packages, { network, progress: NO_PROGRESS });
    return answers.map((one) => (one instanceof DirectoryError ? one.code : one.map(({ url }) => url).join(' ')));
  };
}

describe('reader of package links', () => {
  it('sends one request per day for all processes', async () => {
    expect(await openReads()(['npm:tea', 'npm:cup', 'npm:tea@2'])).toEqual([
      'https://tea.dev/',
      'https://cup.dev/',
      'https://tea.dev/',
    ]);
    expect(await openReads()(['npm:cup', 'npm:tea'])).toEqual(['https://cup.dev/', 'https://tea.dev/']);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://registry.npmjs.org/tea/latest',
      'https://registry.npmjs.org/cup/latest',
    ]);
    opened.clock.now += DAY_MS;
    await openReads()(['npm:tea']);
    expect(requests).toHaveLength(3);
  });

  it('sends at most one request per second to a registry from two processes', async () => {
    const names = (prefix: string) => Array.from({ length: 5 }, (_, at) => `npm:${prefix}${at}`);
    await Promise.all([openReads()(names('a')), openReads()(names('b'), '198.51.100.1')]);
    const times = requests.map(({ at }) => at);
    expect(times).toHaveLength(10);
    // Allow two pauses, because the test's clock may advance between the first turn and its request.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(8_500);
  });

  it('caches a missing package', async () => {
    answer = () => ({ status: 404 });
    for (let i = 0; i < 2; i++) expect(await openReads()(['npm:gone'])).toEqual(['package.unknown']);
    expect(requests).toHaveLength(1);
  });

  it.each<[string, Partial<FetchResult>, number]>([
    ['does not answer', { failure: 'timeout', detail: 'no answer within 15 s' }, 60],
    ['fails', { status: 500 }, 60],
    ['requests a wait', { status: 429, headers: { 'retry-after': '600' } }, 600],
  ])('pauses if the registry %s', async (_, failure, pauseS) => {
    answer = () => failure;
    const reads = openReads();
    expect(await reads(['npm:x1', 'npm:x2'])).toEqual(['registry.unreachable', 'registry.unreachable']);
    opened.clock.now += pauseS * 1_000 - 1;
    await reads(['npm:x1']);
    expect(requests).toHaveLength(1);
    opened.clock.now += 1;
    answer = () => ({ status: 404 });
    expect(await reads(['npm:x1'])).toEqual(['package.unknown']);
  });

  it.each<[string, Partial<FetchResult>]>([
    ['a document in another form', { status: 200, body: Buffer.from('<!doctype html>') }],
    ['a document that is too large', { failure: 'too-large', detail: 'over 16 MiB' }],
  ])('reads other packages after %s', async (_, failure) => {
    answer = (url) => (toName(url) === 'odd' ? failure : { status: 404 });
    expect(await openReads()(['npm:odd', 'npm:even'])).toEqual(['registry.unreachable', 'package.unknown']);
  });

  it('refuses a network without budget, except for cached answers', async () => {
    const network = '203.0.113.9';
    await openReads()(['npm:kept'], network);
    await opened.query(
      `update directory.quotas set used = ${REGISTRY_READS_OF_NETWORK.quota} where name = '${REGISTRY_READS_OF_NETWORK.name}'`,
    );
    expect(await openReads()(['npm:n1', 'npm:kept', 'npm:n2'], network)).toEqual([
      'rate.limited',
      'https://kept.dev/',
      'rate.limited',
    ]);
    expect(await openReads()(['npm:n1'], '198.51.100.2')).toEqual(['https://n1.dev/']);
    expect(requests).toHaveLength(2);
  });

  it('deletes old links from the store', async () => {
    await openReads()(['npm:old']);
    opened.clock.now += 2 * DAY_MS;
    await openReads()(['npm:new']);
    expect(await opened.query('select name from directory.packages')).toEqual([{ name: 'pkg:npm/new' }]);
  });

  it('charges a network only for its reads, and not for its waits', async () => {
    await openReads()(['npm:first', 'npm:second'], '192.0.2.1');
    const used = await opened.query<{ used: number }>(
      `select used from directory.quotas where name = '${REGISTRY_READS_OF_NETWORK.name}'`,
    );
    expect(used).toEqual([{ used: 2 }]);
  });
});

describe('URL of a sample registry', () => {
  it.each([
    ['https://registry.npmjs.org/@a%2Fb.org/latest', 'https://registry.npmjs.example/@a%2Fb.org/latest'],
    ['https://pypi.org/pypi/a/json', 'https://pypi.example/pypi/a/json'],
    ['https://crates.io/api/v1/crates/a', 'https://crates.example/api/v1/crates/a'],
  ])('moves %s to a reserved name', (url, sample) => {
    expect(toSampleRegistry(url)).toBe(sample);
  });
});
