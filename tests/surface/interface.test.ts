import { describe, expect, it } from 'vitest';
import { A_STATS, toFacts } from '../functions/http/fake-store.ts';
import { serveFake } from '../functions/http/serve-fake.ts';

// Members of each answer, in the documented order.
const DOMAIN = [
  ...['domain', 'status', 'tier', 'authority', 'verified', 'verified_at'],
  ...['llms_txt', 'llms_full_txt', 'nested_llms_txt', 'title', 'summary', 'description', 'tags', 'topics', 'contact'],
  ...['sections', 'links', 'generator', 'rank', 'registered_at', 'country', 'first_seen', 'last_checked', 'badge'],
];
const CLAIM = ['hint', 'verification', 'verify', 'docs', 'mcp', 'benefits'];
const LISTING = ['query', 'page', 'per_page', 'total', 'results'];
const REGISTRATION = ['domain', 'status', 'queued', 'lookup', 'verification', 'benefits'];
const VERIFICATION = ['domain', 'token', 'verify_endpoint', 'methods'];

const verifiedAt = '2026-11-10T08:00:00.000Z';
const facts = (domain: string) =>
  toFacts(domain, domain === 'owned.com' ? { verified: true, verified_at: verifiedAt } : {});
const page = async () => ({ total: 2, totalIsEstimate: false, results: [facts('owned.com'), facts('example.com')] });
const { get, send } = serveFake({
  // Private data of a store never appears.
  lookup: async (domain) => ({ ...facts(domain), webhook_url: 'https://secret.net', uptime: [], etag: 'x' }),
  stats: async () => A_STATS,
  list: page,
  search: page,
  track: async () => ({ added: 1, known: 0 }),
});
const json = async (response: Promise<Response>) => (await response).json();

describe('the interface', () => {
  it('gives a record exactly its members, with a claim until verification', async () => {
    expect(Object.keys(await json(get('/v1/domain/owned.com')))).toEqual(DOMAIN);
    const open = await json(get('/v1/domain/example.com'));
    expect(Object.keys(open)).toEqual([...DOMAIN, 'claim']);
    expect(Object.keys(open.claim)).toEqual(CLAIM);
    expect(open.claim.benefits).toHaveLength(9);
  });

  it('gives the counts exactly their members', async () => {
    expect(Object.keys(await json(get('/v1/stats')))).toEqual(Object.keys(A_STATS));
  });

  it.each(['/v1/domains', '/v1/search?q=example'])('gives a listing (%s) exactly its members', async (path) => {
    const listing = await json(get(path));
    expect(Object.keys(listing)).toEqual(LISTING);
    expect(listing.results.map((record: object) => Object.keys(record))).toEqual([DOMAIN, [...DOMAIN, 'claim']]);
  });

  it('gives a registration and its verification exactly their members', async () => {
    const registration = await json(send('POST', '/v1/sites', { domain: 'example.com' }));
    expect(Object.keys(registration)).toEqual(REGISTRATION);
    expect(Object.keys(registration.verification)).toEqual(VERIFICATION);
    expect(Object.keys(registration.verification.methods[0])).toEqual(['method', 'description', 'snippet']);
    expect(registration.verification.methods).toHaveLength(4);
  });
});
