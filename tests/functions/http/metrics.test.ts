import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../functions/http/pipeline/metrics.ts';
import { CATALOG } from '../../../src/operations/catalog.ts';
import { StoreError } from '../../../src/store/store.ts';
import { A_STATS, toFacts } from './fake-store.ts';
import { serveFake } from './serve-fake.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const store = {
  stats: async () => A_STATS,
  countDue: async () => 3,
  countCrawlMinutes: async () => ({
    runs: 1,
    minutes: 1,
    visited: 1,
    last_seen_at: new Date(NOW - 7_200_000).toISOString(),
  }),
  lookup: async (domain: string) => toFacts(domain),
};

describe('endpoint for metrics', () => {
  const serve = () => serveFake(store, { metrics: createMetrics(store, () => NOW) });

  it('counts answers by kind and status, without names', async () => {
    const { get } = serve();
    await get('/v1/domain/example.com');
    await get('/v1/domain/example.org');
    await get('/v1/domain/127.0.0.1');
    await get('/v1/nothing');
    await get('/v1/sites/secret-name.com/verification');
    const text = await (await get('/metrics')).text();
    expect(text).toContain('directory_http_answers_total{kind="domain",status="200"} 2\n');
    expect(text).toContain('directory_http_answers_total{kind="domain",status="400"} 1\n');
    expect(text).toContain('directory_http_answers_total{kind="other",status="404"} 1\n');
    expect(text).toContain('directory_http_answer_seconds_count{kind="domain"} 3\n');
    expect(text).toContain('directory_domains{of="tracked"} 1\n');
    expect(text).toContain('directory_domains_due 3\n');
    expect(text).toContain(`directory_last_crawl_timestamp_seconds ${NOW / 1000 - 7200}\n`);
    expect(text).not.toMatch(/example\.com|secret-name/);
  });

  it('includes the kind of every API operation', async () => {
    const metrics = createMetrics(store, () => NOW);
    const paths = CATALOG.map(({ http }) => http.path).filter((path) => path.startsWith('/v1/'));
    for (const path of paths) metrics.count(path.replace('{domain}', 'example.com'), 200, 1);
    const kinds = [...(await metrics.render()).matchAll(/answers_total\{kind="(\w+)"/g)].map(([, kind]) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['read', 'rules', 'check', 'verify', 'stats']));
    expect(kinds).not.toContain('other');
  });

  it('uses the text format with every family declared once', async () => {
    const { get } = serve();
    await get('/v1/stats');
    const answer = await get('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    const types = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name);
    expect(new Set(types).size).toBe(types.length);
    // Skip empty lines, which have no meaning in this format.
    for (const line of text.split('\n').filter((line) => line !== ''))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"\\]*",?)+\})? -?[0-9.e+-]+)$/);
  });

  it('exists only if enabled', async () => {
    expect((await serveFake(store).get('/metrics')).status).toBe(404);
  });

  it('reports an unavailable store', async () => {
    const away = { ...store, stats: () => Promise.reject(new StoreError('unavailable', 'away')) };
    const { get } = serveFake(away, { metrics: createMetrics(away, () => NOW) });
    const answer = await get('/metrics');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('directory_store_up 0\n');
  });
});

describe('readiness', () => {
  it.each([
    ['2026-11-20T09:59:00.000Z', 'ready; the last visit was within the hour\n'],
    ['2026-11-20T07:00:00.000Z', 'ready; the last visit was 3 h ago\n'],
    ['2026-11-17T10:00:00.000Z', 'ready; the last visit was 72 h ago (stale)\n'],
    [null, 'ready; no visits yet\n'],
  ])('reports the last visit at %s', async (last_checked, told) => {
    const answer = await serveFake({ stats: async () => ({ ...A_STATS, last_checked }) }).get('/readyz');
    expect([answer.status, await answer.text()]).toEqual([200, told]);
  });
});
