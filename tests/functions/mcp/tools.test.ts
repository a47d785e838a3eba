import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AppDeps } from '../../../functions/http/app.ts';
import { TOOLS } from '../../../functions/mcp/tool.ts';
import { domainSchema } from '../../../src/directory/record.ts';
import { CATALOG } from '../../../src/operations/catalog.ts';
import { verificationSchema } from '../../../src/operations/ownership/verification.ts';
import { lookNow } from '../../ownership/to-look.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { useTestStore } from '../../store/use-test-store.ts';
import { GOOD_FILE, observed } from '../http/an-observation.ts';
import { type Fake, serveFake } from '../http/serve-fake.ts';
import { fillDirectory } from './a-directory.ts';
import { ask, callTool, ERAS } from './call-mcp.ts';

const MESSY_FILE = `# Tides\n\n${'## Harbours\n\ntext\n\n'.repeat(90)}`;

const opened = useTestStore(openEmbeddedTestStore);
let fake: Fake;
beforeAll(async () => {
  await fillDirectory(opened.store);
});

/** Service over the filled store with empty counters and caches. */
function fresh(change: Partial<AppDeps> = {}): Fake {
  return serveFake(opened.store, change, {
    observe: async (domain, { report }) => {
      report(`Reading https://${domain}/llms.txt`);
      return observed(domain, { status: 200, body: domain === 'messy.com' ? MESSY_FILE : GOOD_FILE });
    },
    draft: async (_domain, { report }) => {
      report('Reading the homepage');
      return { text: GOOD_FILE, pagesRead: 3, notes: ['There is no sitemap.'] };
    },
  });
}

/** Calls a tool and checks its result against the tool's schema. */
async function call(service: Fake, tool: string, given: Record<string, unknown>) {
  const result = await callTool(service, tool, given);
  const schema = TOOLS.find(({ listing }) => listing.name === tool)?.listing.outputSchema ?? {};
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  if (!result.isError) expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
  return result;
}

describe('a tool', () => {
  beforeAll(() => {
    fake = fresh();
  });

  const same: [tool: string, given: Record<string, unknown>, path: string][] = [
    ['lookup_domain', { domain: 'tides.com' }, '/v1/domain/tides.com'],
    ['lookup_domain', { domain: 'https://www.TIDES.com/harbour?x=1' }, '/v1/domain/tides.com'],
    ['lookup_domain', { domain: 'new.com' }, '/v1/domain/new.com'],
    ['read_llms_txt', { domain: 'tides.com' }, '/v1/read/tides.com'],
    ['read_llms_txt', { domain: 'https://tides.com/history#top' }, '/v1/read/tides.com'],
    ['read_llms_txt', { domain: 'tides.com', page: 2 }, '/v1/read/tides.com?page=2'],
    ['read_llms_txt', { domain: 'tides.com', section: 'optional' }, '/v1/read/tides.com?section=optional'],
    ['resolve_url', { url: 'https://tides.com/history' }, '/v1/resolve?url=https://tides.com/history'],
    ['generate_llms_txt', { domain: 'tides.com' }, '/v1/generate/tides.com'],
    ['compare_versions', { domain: 'tides.com', from: 1, to: 1 }, '/v1/domain/tides.com/diff?from=1&to=1'],
  ];
  it.each(same)('matches the API: %s %o', async (tool, given, path) => {
    const { structuredContent, content, isError } = await call(fake, tool, given);
    const response = await fake.get(path);
    expect(response.status).toBe(200);
    expect(structuredContent).toEqual(await response.json());
    expect(isError).toBeUndefined();
    expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
  });

  const searches: [given: Record<string, unknown>, path: string, sites: number][] = [
    [{ q: 'tide' }, '/v1/search?q=tide&per_page=10', 1],
    [{ q: 'tide', page: 2, per_page: 1 }, '/v1/search?q=tide&per_page=1&page=2', 0],
    [{ q: 'bad.com', include_unlisted: true }, '/v1/search?q=bad.com&include_unlisted=1&per_page=10', 1],
    [{ q: 'tide', verified: true }, '/v1/search?q=tide&verified=true&per_page=10', 0],
  ];
  it.each(searches)('returns a short form of the API answer: search_domains %o', async (given, path, sites) => {
    const { structuredContent } = await call(fake, 'search_domains', given);
    const { results, ...listing } = await (await fake.get(path)).json();
    const found = z.array(domainSchema).parse(results);
    expect(found).toHaveLength(sites);
    expect(structuredContent).toEqual({
      ...listing,
      results: found.map(({ domain, status, tier, authority, verified, llms_txt, title, summary, description }) => ({
        ...{ domain, status, tier, authority, verified, llms_txt },
        title: title === null ? null : expect.stringMatching(/^[^\p{Cc}]{1,80}$/u),
        summary: (description ?? summary) === null ? null : expect.stringMatching(/^[^\p{Cc}]{1,160}$/u),
      })),
    });
  });

  it('returns 25 sites of a search in at most 12 kB', async () => {
    const site = await opened.store.lookup('tides.com');
    if (!site) throw new Error('tides.com is not there');
    const urls = Array.from({ length: 20 }, (_, at) => `https://tides.com/${'part/'.repeat(20)}${at}/llms.txt`);
    const long = { ...site, title: 'Tide '.repeat(60), summary: 'A tide. '.repeat(60), nested_llms_txt: urls };
    const search = async () => ({ results: Array.from({ length: 25 }, () => long), total: 25, totalIsEstimate: false });
    const service = fresh({ store: { ...opened.store, search } });
    const { structuredContent } = await call(service, 'search_domains', { q: 'sea', per_page: 25 });
    expect(structuredContent).toMatchObject({ total: 25, results: { length: 25 } });
    expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(12_000);
  });

  const links: [given: Record<string, unknown>, path: string, titles: readonly string[]][] = [
    [{ q: 'tide history' }, '/v1/links?q=tide%20history&per_page=10', ['History']],
    [{ q: 'harbour', domain: 'https://tides.com/', page: 3, per_page: 1 }, '', ['Harbour 2']],
    [{ q: 'harbour' }, '/v1/links?q=harbour&per_page=10', ['Harbour 0', 'Harbour 1', 'Harbour 2']],
  ];
  it.each(links)('matches the API: search_links %o', async (given, path, titles) => {
    const { structuredContent } = await call(fake, 'search_links', given);
    expect(structuredContent).toMatchObject({ results: titles.map((title) => ({ title, domain: 'tides.com' })) });
    if (path !== '') expect(structuredContent).toEqual(await (await fake.get(path)).json());
  });

  it('returns a short form of the API answer: list_changes', async () => {
    const { structuredContent, content } = await call(fake, 'list_changes', { limit: 2 });
    const { changes, ...end } = await (await fake.get('/v1/changes?limit=2')).json();
    const brief = (record: Record<string, unknown>) => ({
      ...Object.fromEntries(
        ['domain', 'status', 'tier', 'authority', 'verified', 'llms_txt'].map((name) => [name, record[name]]),
      ),
      title: expect.toBeOneOf([null, expect.any(String)]),
      summary: expect.toBeOneOf([null, expect.any(String)]),
    });
    expect(changes).toHaveLength(2);
    expect(structuredContent).toEqual({
      ...end,
      changes: changes.map((change: { record: Record<string, unknown> }) => ({
        ...change,
        record: brief(change.record),
      })),
    });
    expect(content[0]?.text).toContain(`since: ${end.cursor} for the next page`);
    const rest = await call(fake, 'list_changes', { since: end.cursor, limit: 100 });
    expect(rest.structuredContent).toMatchObject({ changes: { length: 2 }, more: false });
  });

  it('returns the versions of the API without the texts of their changes: list_versions', async () => {
    const { structuredContent } = await call(fake, 'list_versions', { domain: 'tides.com' });
    const { versions, ...list } = await (await fake.get('/v1/domain/tides.com/history')).json();
    const [{ changes: _, ...version }] = versions;
    expect(structuredContent).toEqual({ ...list, versions: [version] });
  });

  it('returns the findings of the API in pages: check_llms_txt', async () => {
    const whole = await (await fake.get('/v1/check/messy.com')).json();
    const findings = whole.checks.filter(({ outcome }: { outcome: string }) => outcome === 'failed');
    expect(findings.length).toBeGreaterThan(100);
    const found: unknown[] = [];
    for (let page = 1; page <= Math.ceil(findings.length / 50); page++) {
      const { structuredContent } = await call(fake, 'check_llms_txt', { domain: 'messy.com', page });
      const { checks, passed, page: shown, pages, ...rest } = structuredContent ?? {};
      expect([shown, pages]).toEqual([page, Math.ceil(findings.length / 50)]);
      expect(passed).toContain('no-title');
      expect({ ...rest, checks: [] }).toEqual({ ...whole, checks: [] });
      if (Array.isArray(checks)) found.push(...checks);
    }
    expect(found).toEqual(findings);
    const { content } = await call(fake, 'check_llms_txt', { domain: 'messy.com', page: 9 });
    expect(content[0]?.text).toContain('Page 9 of the findings is past the end.');
    expect(content[0]?.text).not.toContain('No problems found');
  });

  it('matches the API except for its claim: register_domain', async () => {
    const { structuredContent } = await call(fake, 'register_domain', { domain: 'https://tides.com/' });
    const api = await (await fake.send('POST', '/v1/sites', { domain: 'tides.com' })).json();
    const { claim, verification, ...rest } = structuredContent ?? {};
    expect(claim).toMatch(/^[0-9a-f]{32}$/);
    const { verification: expected, ...others } = api;
    expect(rest).toEqual(others);
    const methods = expected.methods.map((method: { snippet: string }) => ({ ...method, snippet: expect.any(String) }));
    expect(verification).toEqual({
      domain: 'tides.com',
      token: expect.stringMatching(/^[A-Z2-7]{32}$/),
      verify_endpoint: expect.stringMatching(new RegExp(`/v1/sites/tides.com/verify\\?claim=${String(claim)}$`)),
      methods,
    });
  });
});

describe('catalog of tools', () => {
  // Operations without a tool, with reasons.
  const WITHOUT = {
    getStats: 'counts for people; a search says how many match',
    listDomains: 'a list without a question is what a search is for',
    getPage: 'the record and how its authority comes about: lookup_domain has the sum',
    getVerification: 'register_domain answers it, with a claim of its own',
    resolveUrls: 'a model has one address or package at a time: resolve_url, resolve_package',
    getVersion: 'what changed is in compare_versions, what is there now in read_llms_txt',
    getMap: 'counts for people',
    deleteWatch: 'a watch ends by itself, and its URL to end it goes to a person',
    listRules: 'findings carry their own explanation and fix',
  };

  it('contains every public operation, or a reason against it', () => {
    const open = CATALOG.filter(({ access }) => access === 'public').map(({ name }) => name);
    const served = open.filter((name) => !(name in WITHOUT));
    // Subtract one, because resolveUrl has two tools.
    expect(served).toHaveLength(TOOLS.length - 1);
    expect(Object.keys(WITHOUT).filter((name) => !open.some((known) => known === name))).toEqual([]);
  });

  it.each(ERAS)('stays equal and complete in every answer at %s', async (era) => {
    const { result } = await (await ask(fresh(), era, 'tools/list')).json();
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS.map(({ listing }) => listing.name));
    for (const tool of result.tools) {
      expect(tool).toMatchObject({
        name: expect.stringMatching(/^[a-z_]{1,64}$/),
        title: expect.any(String),
        description: expect.stringMatching(/^.{40,700}$/s),
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: expect.any(Boolean), openWorldHint: expect.any(Boolean) },
      });
      for (const property of Object.values<object>(tool.inputSchema.properties)) {
        expect(property).toHaveProperty('description');
      }
    }
  });
});

describe('side effect of a call', () => {
  it('counts only a lookup', async () => {
    const service = fresh();
    for (const domain of ['tides.com', 'https://tides.com', 'nowhere.com']) {
      await callTool(service, 'lookup_domain', { domain });
    }
    await callTool(service, 'read_llms_txt', { domain: 'tides.com' });
    await callTool(service, 'search_domains', { q: 'tide' });
    expect(service.lookups).toEqual(['tides.com', 'tides.com']);
  });

  it('shows a registration in the other interface at once', async () => {
    const service = fresh();
    expect((await service.get('/v1/domain/fresh.com')).status).toBe(404);
    expect((await callTool(service, 'lookup_domain', { domain: 'fresh.com' })).isError).toBe(true);
    const { structuredContent } = await call(service, 'register_domain', { domain: 'fresh.com' });
    expect(structuredContent).toMatchObject({ domain: 'fresh.com', status: 'pending', queued: true });
    expect(service.queued).toEqual(['fresh.com']);
    expect((await service.get('/v1/domain/fresh.com')).status).toBe(200);
    expect((await callTool(service, 'lookup_domain', { domain: 'fresh.com' })).structuredContent).toMatchObject({
      status: 'pending',
    });
  });

  it('gives a key only to an owner', async () => {
    const published = new Set<string>();
    const service = fresh({
      lookForProofs: async ({ domain }) => lookNow(domain, published),
    });
    const register = async () => (await callTool(service, 'register_domain', { domain: 'own.com' })).structuredContent;
    const owner = await register();
    const stranger = await register();
    const verify = (claim: unknown) => callTool(service, 'verify_domain', { domain: 'https://own.com', claim });

    const early = await verify(owner?.['claim']);
    expect(early.isError).toBe(true);
    expect(early.content[0]?.text).toMatch(
      /proof\.not_found.*dns: absent at _svc-verify\.own\.com.*Next: Publish one/s,
    );

    const { token } = verificationSchema.parse(owner?.['verification']);
    published.add(token);
    expect((await verify(stranger?.['claim'])).isError).toBe(true);
    const tries = await Promise.all([verify(owner?.['claim']), verify(owner?.['claim']), verify(owner?.['claim'])]);
    const [won, ...others] = tries.filter(({ isError }) => !isError);
    expect(others).toEqual([]);
    expect(won?.structuredContent).toMatchObject({
      verified: true,
      via: 'dns',
      api_key: expect.stringMatching(/^svk_/),
    });
    expect(won?.content[0]?.text).toContain(String(won?.structuredContent?.['api_key']));
    expect((await verify(owner?.['claim'])).isError).toBe(true);
    expect((await callTool(service, 'lookup_domain', { domain: 'own.com' })).structuredContent).toMatchObject({
      verified: true,
    });
    expect(JSON.stringify(service.logged)).not.toContain('svk_');
  });

  it.each(ERAS)('reports progress at %s only on request', async (era) => {
    const service = fresh();
    const given = { name: 'generate_llms_txt', arguments: { domain: 'tides.com' } };
    const told = await ask(service, era, 'tools/call', { ...given, _meta: { progressToken: 'p1' } });
    expect(told.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = (await told.text()).split('\n').filter((line) => line.startsWith('data: '));
    const [progress, result] = events.map((line) => JSON.parse(line.slice('data: '.length)));
    expect(progress).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'p1', progress: 1, message: 'Reading the homepage' },
    });
    expect(result.result.structuredContent.domain).toBe('tides.com');
    const quiet = await ask(fresh(), era, 'tools/call', given);
    expect(quiet.headers.get('content-type')).toMatch(/^application\/json/);
  });
});
