import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLimiter } from '../../functions/http/pipeline/limiter.ts';
import { type Fake, SERVER_SECRET, serveFake } from '../functions/http/serve-fake.ts';
import { firstTokenOf, lookNow } from '../ownership/look-of.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { fillDirectory } from '../store/fill-directory.ts';
import type { OpenTestStore, TestStore } from '../store/test-store.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const OWNED = 'owned.com';

/** Opens a service over a store. Every second search finds a proof. */
async function openService(open: OpenTestStore): Promise<{ store: TestStore; service: Fake }> {
  const store = await open();
  store.clock.now = NOW;
  await fillDirectory(store);
  let looks = 0;
  const service = serveFake(store.store, {
    reservedNames: true,
    limiter: createLimiter(() => store.clock.now, { takeQuotas: store.store.takeQuotas, secret: SERVER_SECRET }),
    lookForProofs: async ({ domain }) => {
      looks += 1;
      return lookNow(domain, looks > 1 ? [firstTokenOf(domain)] : []);
    },
    vetWebhook: async () => null,
    recrawl: async () => {},
    sendTest: async () => [],
  });
  return { store, service };
}

interface Step {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** True to send the issued key. */
  readonly asOwner?: boolean;
}

const STEPS: readonly Step[] = [
  ...[
    '/v1/stats',
    '/v1/map',
    '/v1/domains',
    '/v1/domains?per_page=7&page=2',
    '/v1/domains?include_unlisted=1&per_page=100',
    '/v1/domains?verified=true',
    '/v1/domains?page=999',
    '/v1/domains?page=0',
    '/v1/domains?per_page=101',
  ],
  ...[
    'said',
    'site',
    'site-1',
    '"no"',
    'said or nothing',
    '日本',
    '-said',
    "'); drop table",
    'or=(tier.eq.rejected)',
  ].map((q) => `/v1/search?q=${encodeURIComponent(q)}`),
  ...[
    '/v1/search',
    '/v1/search?q=%20',
    '/v1/domain/site-00.example',
    '/v1/domain/SITE-01.example',
    '/v1/domain/nobody.com',
    '/v1/domain/127.0.0.1',
  ],
  ...[
    '/v1/domain/site-07.example',
    '/v1/domain/site-00.example/text',
    '/v1/tags',
    '/badge/site-00.example.svg',
    '/badge/nobody.com.svg',
    '/v1/nothing',
    '/readyz',
  ],
].map((path) => ({ path }));

const WRITES: readonly Step[] = [
  { method: 'POST', path: '/v1/sites', body: { domain: OWNED } },
  { method: 'POST', path: '/v1/sites', body: { domain: `https://WWW.${OWNED}/x` } },
  { method: 'POST', path: '/v1/sites', body: { domain: 'com' } },
  { path: `/v1/domain/${OWNED}` },
  { path: `/v1/sites/${OWNED}/verification` },
  { path: '/v1/sites/nobody.com/verification' },
  { method: 'POST', path: `/v1/sites/${OWNED}/verify` },
  { method: 'POST', path: `/v1/sites/${OWNED}/verify` },
  { method: 'PATCH', path: `/v1/sites/${OWNED}`, body: { description: 'mine' } },
  {
    method: 'PATCH',
    path: `/v1/sites/${OWNED}`,
    asOwner: true,
    body: { description: 'He said "ü"\\ 日本', tags: ['Docs', 'api'], contact: null },
  },
  { method: 'PATCH', path: `/v1/sites/${OWNED}`, asOwner: true, body: { tags: Array(11).fill('x') } },
  { method: 'PATCH', path: '/v1/sites/site-00.example', asOwner: true, body: { description: 'stolen' } },
  { method: 'POST', path: `/v1/sites/${OWNED}/recrawl`, asOwner: true },
  { method: 'POST', path: `/v1/sites/${OWNED}/recrawl`, asOwner: true },
  { path: `/v1/sites/${OWNED}/stats`, asOwner: true },
  { path: `/v1/sites/${OWNED}/stats` },
  { method: 'POST', path: `/v1/sites/${OWNED}/notify/test`, asOwner: true },
  { path: `/v1/domain/${OWNED}` },
  { path: '/v1/domains?verified=1' },
  { path: '/v1/stats' },
  ...Array.from({ length: 10 }, (_, i) => ({ method: 'POST', path: '/v1/sites', body: { domain: `n${i}.com` } })),
];

describe.runIf(findPostgrest() !== null)('the API on the real Data API', () => {
  const opened: TestStore[] = [];
  const services: Fake[] = [];
  beforeAll(async () => {
    for (const open of [openEmbeddedTestStore, openStackTestStore]) {
      const { store, service } = await openService(open);
      opened.push(store);
      services.push(service);
    }
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
  });
  const keys: string[] = [];
  const perform = (step: Step) =>
    Promise.all(
      services.map(async (service, i) => {
        const headers = step.asOwner ? { authorization: `Bearer ${keys[i]}` } : {};
        const answer = await service.send(
          step.method ?? 'GET',
          step.path,
          step.body,
          headers as Record<string, string>,
        );
        let text = await answer.text();
        const key = /"api_key":"([^"]+)"/.exec(text)?.[1];
        if (key !== undefined) {
          keys[i] = key;
          text = text.replace(key, 'KEY');
        }
        // Remove the request id and random secrets.
        const id = answer.headers.get('x-request-id');
        if (id) text = text.replaceAll(id, 'ID');
        text = text.replace(/"webhook_secret":"[^"]+"/, '"webhook_secret":"SECRET"');
        // Remove the time of the last change, because each directory was filled at another time.
        text = text.replace(/"generated_at":"[^"]+"/, '"generated_at":"TIME"');
        return {
          status: answer.status,
          text,
          retryAfter: answer.headers.get('retry-after'),
          type: answer.headers.get('content-type'),
        };
      }),
    );

  it.each(STEPS)('answers $path with the bytes of the embedded directory', async (step) => {
    const [embedded, real] = await perform(step);
    expect(real).toEqual(embedded);
    expect(real?.status).toBeLessThan(500);
  });

  it('registers, verifies, edits, visits and limits a site with equal bytes', async () => {
    const statuses: number[] = [];
    for (const step of WRITES) {
      const [embedded, real] = await perform(step);
      expect(real, `${step.method ?? 'GET'} ${step.path}`).toEqual(embedded);
      statuses.push(real?.status ?? 0);
    }
    expect(statuses.slice(0, 3)).toEqual([202, 200, 400]);
    for (const status of [401, 403, 409, 422, 429]) expect(statuses).toContain(status);
    expect(statuses).not.toContain(500);
    expect(statuses.at(-1)).toBe(429);
    expect(keys).toHaveLength(2);
  });

  it('keeps exact counters in both stores', async () => {
    for (const store of opened) expect(await store.store.verifyCounters()).toEqual([]);
  });
});
