import { afterAll, describe, expect, it } from 'vitest';
import { lint, summarizeReaders } from '#llmstxt';
import { openTextThreads, type TextThreads } from '../../../functions/texts/text-threads.ts';
import { observeForCheck } from '../../../src/crawl/observe-for-check.ts';
import { inspectFile, lookAtFile } from '../../../src/crawl/visit/inspect-file.ts';
import { compareVersions } from '../../../src/operations/check/text-work.ts';
import { fakeNet } from '../../crawl/fake-net.ts';
import { testVisitTools } from '../../crawl/test-visit-tools.ts';
import { aVersionText } from '../../store/a-version-text.ts';
import { PATIENT_DEADLINES } from '../texts/patient-deadlines.ts';
import { toFacts } from './fake-store.ts';
import { serveFake } from './serve-fake.ts';

const patient = openTextThreads(PATIENT_DEADLINES);
const hasty = openTextThreads({ readMs: 1, lateReadMs: 1, checkMs: 1, visitMs: 1 });
afterAll(async () => {
  await patient.close();
  await hasty.close();
});

const manyLinks = (count: number) =>
  `# T\n\n${Array.from({ length: count }, (_, i) => `## S${i}\n- [l${i}](https://a.example/${i})\n`).join('')}`;
const LARGE = manyLinks(4_000);
const OTHER = `# T\n\n## All\n${Array.from({ length: 4_000 }, (_, i) => `- [l${i}](https://a.example/${i})\n`).join('')}`;
const READ = { body: LARGE, section: null, page: 1 };

describe('work on a large text', () => {
  it('finds the same in a thread and on the event loop', async () => {
    const versions = { before: aVersionText(1, LARGE), after: aVersionText(2, OTHER) };
    const compared = await patient.compare(versions, 'a');
    expect(compared).toEqual(compareVersions(versions));
    expect(compared.changes).toHaveLength(1_000);
    const first = await patient.readPart({ ...READ, section: 's3000' }, 'a');
    expect(first.part).toMatchObject({ section: 'S3000', pages: 1 });
    expect((await patient.readPart({ ...READ, page: 2 }, 'a')).part?.text).not.toBe('');
    expect((await patient.readPart({ ...READ, section: 'none' }, 'a')).part).toBeNull();
  });

  it('waits for few texts of its client and alternates with other clients', async () => {
    await patient.readPart(READ, 'many');
    const done: string[] = [];
    const ask = (client: string) => patient.readPart(READ, client).then(() => done.push(client));
    const many = Array.from({ length: 12 }, () => ask('many').catch(() => done.push('refused')));
    await Promise.all([...many, ask('one')]);
    expect(done.filter((client) => client === 'refused')).toHaveLength(3);
    expect(done.filter((client) => client !== 'refused').indexOf('one')).toBeLessThan(3);
  });
});

describe('a read of a large text', () => {
  const facts = toFacts('example.com', { tier: 'listed' });
  const store = {
    lookup: async () => facts,
    getText: async () => ({ hash: 'h', body: LARGE }),
    readVersions: async () =>
      new Map([
        [1, aVersionText(1, LARGE)],
        [2, aVersionText(2, OTHER)],
      ]),
  };
  const cost = Math.ceil(LARGE.length / 65_536);
  const bothCost = Math.ceil((LARGE.length + OTHER.length) / 65_536);

  it.each([
    ['/v1/read/example.com', cost],
    ['/v1/domain/example.com/versions/1', cost],
    ['/v1/domain/example.com/diff?from=1&to=2', bothCost],
  ])('counts one read per 64 kB: %s', async (path, reads) => {
    const { get } = serveFake(store, { texts: patient });
    const response = await get(path);
    expect([response.status, response.headers.get('ratelimit')]).toEqual([200, `"read";r=${300 - reads};t=60`]);
    expect(reads).toBeGreaterThan(1);
  });

  it('fails if too few reads are left, unlike smaller reads', async () => {
    const text = aVersionText(1, LARGE);
    const versions = new Map(Array.from({ length: 300 }, (_, i) => [i + 1, text] as const));
    const { get } = serveFake({ ...store, readVersions: async () => versions }, { texts: patient });
    const most = Math.floor(300 / cost);
    for (let version = 1; version <= most; version++) {
      expect((await get(`/v1/domain/example.com/versions/${version}`)).status).toBe(200);
    }
    const refused = await get(`/v1/domain/example.com/versions/${most + 1}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await get('/v1/domain/example.com')).status).toBe(300 % cost > 1 ? 200 : 429);
  });

  it('answers 503 with a wait after the deadline', async () => {
    const { get } = serveFake(store, { texts: hasty });
    const response = await get('/v1/domain/example.com/diff?from=1&to=2');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('a check of a large file', () => {
  const WEB = {
    'https://example.com/llms.txt': LARGE,
    'https://example.com/robots.txt': 404,
    'https://example.com/': 404,
    'https://example.com/llms-full.txt': 404,
    'https://www.example.com/llms.txt': 404,
  };
  // Avoid links to other hosts.
  const serve = (texts: TextThreads) => {
    const tools = testVisitTools(fakeNet(WEB), {
      texts: texts.ofVisits,
      isHostAllowed: (host) => host !== 'a.example',
    });
    return serveFake({}, { texts }, { observe: (domain) => observeForCheck(domain, tools, () => {}) });
  };
  const cost = Math.ceil(LARGE.length / 65_536) - 1;

  it('finds the same faults in a thread and on the event loop', async () => {
    const file = {
      domain: 'example.com',
      input: { body: new TextEncoder().encode(LARGE) },
      simulates: true,
      chance: 0,
    };
    const inspection = await patient.ofVisits.open(true).inspect(file);
    expect(inspection).toEqual(inspectFile(file));
    expect(await patient.ofVisits.open(true).look(file)).toEqual(lookAtFile(file));
    const links = lint(file.input).document?.links.length;
    expect(inspection.document).toMatchObject({ title: 'T', links });
    expect(inspection.document?.foundLinks).toHaveLength(1_000);
    expect(inspection.readers).toHaveLength(2);
  });

  it('counts as a check and as reads of its size', async () => {
    const { get } = serve(patient);
    const response = await get('/v1/check/example.com', { accept: 'application/json' });
    expect(await response.json()).toMatchObject({ status: 'valid', readers: summarizeReaders(LARGE) });
    expect(response.headers.get('ratelimit')).toBe(`"fetch";r=9;t=60, "read";r=${300 - cost};t=60`);
    const again = await get('/v1/domain/localhost', { accept: 'application/json' });
    expect(again.headers.get('ratelimit')).toBe(`"read";r=${299 - cost};t=60`);
  });

  it('answers 503 with a wait after the deadline', async () => {
    const { get } = serve(hasty);
    const response = await get('/v1/check/example.com', { accept: 'application/json' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 'service.busy' });
  });
});
