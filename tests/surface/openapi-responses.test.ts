import { describe, expect, it } from 'vitest';
import { WATCH_EVENTS } from '../../functions/http/api/openapi-webhooks.ts';
import type { AppDeps } from '../../functions/http/app.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import { alertTypeSchema } from '../../src/directory/visit.ts';
import { CATALOG } from '../../src/operations/catalog.ts';
import { VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { SAMPLE_RECORD } from '../../src/operations/samples.ts';
import { lookupDomains } from '../../src/operations/sites/lookup-domains.ts';
import { StoreError } from '../../src/store/store.ts';
import { type Fake, serveFake } from '../functions/http/serve-fake.ts';
import { lookNow } from '../ownership/to-look.ts';
import { described, describedBodies, document, givenTexts, listFaults, unnamedBodies } from './describe-api.ts';
import { keys, NO_CHANNELS, owners, ownership, site, store } from './known-world.ts';

describe('the description', () => {
  it('declares version 0.3.0 of the interface in OpenAPI 3.1.0', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '0.3.0' } });
  });

  it('contains exactly the operations of the catalog and the badge', () => {
    const declared = CATALOG.map(({ name, http }) => `${http.method} ${http.path} ${name}`);
    const operations = described.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
    expect(operations.toSorted()).toEqual([...declared, 'GET /badge/{domain}.svg getBadge'].toSorted());
  });

  it.each(describedBodies.map(({ name, faults }) => [name, faults] as const))('shows an example of %s', (_, faults) => {
    expect(faults()).toEqual([]);
  });

  it('limits every text of a caller like the service', () => {
    const bounds = givenTexts.map(({ place, maxLength }) => `${place} ${maxLength}`);
    expect(bounds).toContain('searchDomains q 200');
    expect(bounds).toContain('searchLinks q 200');
    expect(bounds).toContain('updateSite tags[] 32');
    expect(bounds.filter((bound) => bound.endsWith('undefined'))).toEqual([]);
  });

  it('uses the schema names of the interface for every JSON answer and body', () => {
    expect(unnamedBodies).toEqual([]);
    const names = Object.keys(Object(document).components.schemas);
    const documented = ['Domain', 'Stats', 'Listing', 'Verification', 'Registration', 'SiteUpdate', 'CountryMap'];
    expect(names).toEqual(expect.arrayContaining(documented));
    // Names of built-in classes would shadow them in generated clients.
    expect(names.filter((name) => Object.hasOwn(globalThis, name))).toEqual([]);
  });

  it('describes the requests to a webhook, one for each kind of alert', () => {
    expect(Object.keys(Object(document).webhooks)).toEqual([...alertTypeSchema.options, ...WATCH_EVENTS]);
    const fields = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({ name, in: 'header' }));
    for (const { post } of Object.values<{ post: object }>(Object(document).webhooks)) {
      expect(post).toMatchObject({ parameters: fields });
    }
  });

  it('offers tables only as CSV with safe cells', () => {
    const types = [...JSON.stringify(document).matchAll(/"([a-z]+\/[a-z0-9.+-]+)":\{/g)].map(([, type]) => type ?? '');
    expect(types.filter((type) => /csv|spreadsheet|excel/.test(type))).toEqual(['text/csv']);
    expect(
      lookupDomains.http.representations?.['text/csv']?.write({
        domains: ['a.com'],
        results: [{ ...SAMPLE_RECORD, title: '=1+1' }],
      }),
    ).toContain(",'=1+1,");
  });
});

const failing = (error: Error) =>
  Object.fromEntries(
    ['getClaimStanding', ...Object.keys(ownership)].map((name) => [name, () => Promise.reject(error)]),
  );
const down = failing(new StoreError('unavailable', 'down'));
const broken = failing(new TypeError('defect'));
const defect = {
  observe: () => Promise.reject(new TypeError('defect')),
  draft: () => Promise.reject(new TypeError('defect')),
};
const busy = () => new Promise<never>(() => {});
/**
 * Number of visits that fill all slots and the queue, because a running visit counts as a full turn. The next visit is refused.
 */
const NETWORKS_THAT_FILL = VISIT_SLOTS.slots * (1 + Number(VISIT_SLOTS.maxWaitMs) / VISIT_SLOTS.turnMs) + 1;

const WATCH_ID = '6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10';
const PATHS: Record<string, string> = {
  getStats: '/v1/stats',
  listDomains: '/v1/domains',
  searchDomains: '/v1/search?q=example',
  searchLinks: '/v1/links?q=example&domain=example.com',
  resolveUrl: '/v1/resolve?url=https://example.com/guides',
  resolveUrls: '/v1/resolve',
  getDomain: '/v1/domain/example.com',
  lookupDomains: '/v1/domains/lookup',
  getHistory: '/v1/domain/example.com/history',
  getVersion: '/v1/domain/example.com/versions/1',
  getDiff: '/v1/domain/example.com/diff?from=1&to=2',
  listChanges: '/v1/changes',
  getPage: '/domain/example.com',
  registerSite: '/v1/sites',
  getVerification: '/v1/sites/example.com/verification',
  verifySite: '/v1/sites/example.com/verify',
  updateSite: '/v1/sites/example.com',
  getSiteStats: '/v1/sites/example.com/stats',
  recrawlSite: '/v1/sites/example.com/recrawl',
  testNotification: '/v1/sites/example.com/notify/test',
  checkSite: '/v1/check/example.com',
  generateDraft: '/v1/generate/example.com',
  watchDomain: '/v1/watches',
  deleteWatch: `/v1/watches/${WATCH_ID}?token=t`,
  getMap: '/v1/map',
  readText: '/v1/read/example.com',
  listRules: '/v1/rules',
  getBadge: '/badge/example.com.svg',
};

/** Valid body by operation. */
const BODIES: Record<string, object> = {
  registerSite: { domain: 'example.com' },
  lookupDomains: { domains: ['example.com'] },
  resolveUrls: { urls: ['https://example.com/guides'] },
  updateSite: {},
  watchDomain: { domain: 'example.com', webhook_url: 'https://hooks.example.org/' },
};
/** Invalid query or body of the operations without a domain. */
const INVALID: Record<string, { path?: string; body?: object }> = {
  lookupDomains: { body: { domains: [] } },
  resolveUrls: { body: { urls: [] } },
  deleteWatch: { path: `/v1/watches/${WATCH_ID}` },
};

interface Asking {
  readonly path: string;
  readonly body: unknown;
  /** Domain of the request, in place of example.com. */
  readonly domain: string;
  /** Owner key, or null for a request without key. */
  readonly key: string | null;
  readonly headers: Record<string, string>;
}

const serve = (change: Partial<AppDeps> = {}, changedStore: Partial<AppDeps['store']> = {}) =>
  serveFake({ ...ownership, ...changedStore }, { ...owners, ...change }, site);
/** Use separate services, because an operation would use up quotas of the others. */
const exhausted = serveFake(store, owners, site);
const exhaustedForOwners = serve();
/** Number of requests that exceeds every quota. */
const MOST_ALLOWED = 300;

async function untilRefused(ask: () => Promise<Response>): Promise<Response> {
  for (let i = 0; i < MOST_ALLOWED; i++) {
    const response = await ask();
    if (response.status === 429) return response;
  }
  return ask();
}

/** Makes an operation answer with a status. */
async function provoke(operationId: string, status: string): Promise<Response> {
  const operation = described.find((candidate) => candidate.operationId === operationId);
  const own = PATHS[operationId] ?? '';
  const isOfOwner = own.startsWith('/v1/sites/');
  const accept = operationId === 'getVersion' ? 'text/plain' : 'application/json';
  const ask = ({ send }: Fake, change: Partial<Asking> = {}) => {
    const { domain = 'example.com', path = own, body = BODIES[operationId] } = change;
    const { key = isOfOwner ? (keys.get(domain) ?? null) : null, headers } = change;
    const to = (text: string) => text.replace('example.com', domain);
    const sent = typeof body === 'object' ? JSON.parse(to(JSON.stringify(body))) : body;
    const fields = { accept, ...(key !== null && { authorization: `Bearer ${key}` }), ...headers };
    return send(operation?.method ?? '', to(path), sent, fields);
  };
  const ownKey = keys.get('example.com') ?? null;
  const tooLong = 'x'.repeat(70_000);
  const withoutChannels = { getChannels: async () => NO_CHANNELS };
  switch (status) {
    case '200':
      if (operationId !== 'watchDomain') return ask(serve());
      return ask(serve({}, { openWatch: async () => ({ id: WATCH_ID, result: 'renewed' }) }));
    case '201':
      return ask(serve());
    case '202':
      return ask(serve(), { domain: 'example.net' });
    case '304':
      return ask(serve(), { headers: { 'if-none-match': (await ask(serve())).headers.get('etag') ?? '' } });
    case '400': {
      const invalid = INVALID[operationId];
      if (invalid) return ask(serve(), invalid);
      const hasDomain = own.includes('example.com') || operation?.hasBody;
      if (hasDomain) return ask(serve(), { domain: 'localhost', key: isOfOwner ? ownKey : null });
      return ask(serve(), { path: `${own}&page=0&limit=0`.replace(/^([^?&]*)&/, '$1?') });
    }
    case '401':
      return ask(serve(), { key: null });
    case '403':
      return ask(serve(), { domain: 'example.net', key: ownKey });
    case '404':
      return ask(serve({}, { deleteWatch: async () => false }), { domain: 'example.info' });
    case '406':
      return ask(serve(), { headers: { accept: 'image/png' } });
    case '409':
      if (operationId === 'watchDomain') return ask(serve({}, { openWatch: async () => ({ result: 'full_domain' }) }));
      if (operationId === 'testNotification') return ask(serve({}, withoutChannels));
      return ask(serve({ sendsMail: false }), { body: { notify_email: 'a@mail.com' } });
    case '412':
      return ask(serve(), { headers: { 'if-match': '"another"' } });
    case '413':
      return ask(serve(), { body: { domain: tooLong, description: tooLong } });
    case '415':
      return ask(serve(), { headers: { 'content-type': 'text/plain' } });
    case '422': {
      const lookForProofs: AppDeps['lookForProofs'] = async ({ domain }) => lookNow(domain);
      return ask(serve({ lookForProofs, challenge: async () => 'it answered 404' }));
    }
    case '429':
      return untilRefused(() => ask(isOfOwner ? exhaustedForOwners : exhausted));
    case '500':
      return operationId === 'listRules' ? rulesFail() : ask(serveFake(broken, owners, defect));
    case '502':
      return ask(serve(), { domain: 'example.net' });
    case '503':
      if (!own.startsWith('/v1/check') && !own.startsWith('/v1/generate')) return ask(serveFake(down, owners));
      return ask(serveFake(store, { visits: await fillVisits((fake, change) => ask(fake, change)) }, site));
    default: {
      const recrawl = () => Promise.reject(new DirectoryError('site.timeout', 'Still under way.'));
      return ask(serve({ recrawl }), isOfOwner ? {} : { domain: 'example.org' });
    }
  }
}

/** Returns visits without a free slot or place. */
async function fillVisits(ask: (fake: Fake, change: Partial<Asking>) => Promise<Response>) {
  const limiter = { take: () => ({ allowed: true, states: [] }) };
  const full = serveFake(store, { limiter }, { observe: busy, draft: busy });
  // Take the first answer, which is the refusal, because all other requests have a slot or wait.
  await Promise.race(
    Array.from({ length: NETWORKS_THAT_FILL }, (_, i) =>
      ask(full, { domain: `site${i}.com`, headers: { 'x-forwarded-for': `198.51.${i}.1` } }),
    ),
  );
  return full.context.visits;
}

describe('page of a domain for clients that prefer HTML', () => {
  const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
  const page = '/domain/example.com';
  const shown = { status: 200, contentType: 'text/html; charset=utf-8', body: 'a page' };
  const renderer = (render: () => Promise<typeof shown | null>) => ({
    ...serveFake({}).context.renderer,
    render,
    show: async () => shown,
  });
  const serveFailing = (error: Error) => serveFake({}, { renderer: renderer(() => Promise.reject(error)) });
  const asked: [status: number, ask: () => Promise<Response>][] = [
    [200, () => serveFake({}, { renderer: renderer(async () => shown) }).get(page, html)],
    [404, () => serveFake(store, {}, site).get('/domain/example.info', html)],
    [404, () => serveFake(store, {}, site).get('/domain/localhost', html)],
    [503, () => serveFailing(new StoreError('unavailable', 'down')).get(page, html)],
    [500, () => serveFailing(new TypeError('defect')).get(page, html)],
  ];
  it.each(asked)('answers %i as described', async (status, ask) => {
    const response = await ask();
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(await listFaults('getPage', response)).toEqual([]);
  });
});

/** Breaks the limiter, because the rules operation cannot fail otherwise. */
async function rulesFail(): Promise<Response> {
  const limiter = {
    take: () => {
      throw new TypeError('defect');
    },
  };
  return serveFake(store, { limiter }).get('/v1/rules');
}

describe('operation', () => {
  // Skip status 431, which precedes the request. tests/functions/http/server.test.ts tests it over a socket.
  const cases = described.flatMap(({ operationId, statuses }) =>
    statuses.filter((status) => status !== '431').map((status) => [operationId, status] as const),
  );
  it.each(cases)('answers as described: %s with %s', async (operationId, status) => {
    const response = await provoke(operationId, status);
    expect(String(response.status)).toBe(status);
    const faults = await listFaults(operationId, response);
    // Only a broken limiter omits quota headers.
    expect(
      faults.filter((fault) => !(status === '500' && operationId === 'listRules' && fault.includes('RateLimit'))),
    ).toEqual([]);
  });
});

/** Yields variants of the JSON without one member, at any depth. In lists, it uses the first entry only. */
function* withoutEach(value: unknown, place = ''): Generator<readonly [member: string, rest: unknown]> {
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    for (const [member, rest] of withoutEach(first, `${place}/0`)) yield [member, [rest, ...others]];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const { [name]: _, ...others } = Object(value);
      yield [`${place}/${name}`, others];
      for (const [member, rest] of withoutEach(inner, `${place}/${name}`)) yield [member, { ...value, [name]: rest }];
    }
  }
}

/** Optional members, which depend on the domain, the request or the country. */
const MAY_LACK = [
  'getDomain /claim',
  'getPage /claim',
  'listChanges /changes/0/record/claim',
  'listDomains /results/0/claim',
  'lookupDomains /results/0/claim',
  'searchDomains /results/0/claim',
  'searchDomains /total_is_estimate',
  'searchLinks /total_is_estimate',
  'updateSite /claim',
  'recrawlSite /claim',
  'getMap /countries/DE',
];

it('requires every member of every answer', async () => {
  const unnoticed: string[] = [];
  let removed = 0;
  for (const { operationId } of described) {
    const response = await provoke(operationId, '200');
    if (!response.headers.get('content-type')?.includes('json')) continue;
    for (const [member, rest] of withoutEach(await response.json())) {
      removed += 1;
      const spoiled = new Response(JSON.stringify(rest), { status: response.status, headers: response.headers });
      if ((await listFaults(operationId, spoiled)).length === 0) unnoticed.push(`${operationId} ${member}`);
    }
  }
  expect(unnoticed.toSorted()).toEqual(MAY_LACK.toSorted());
  expect(removed).toBeGreaterThan(200);
});
