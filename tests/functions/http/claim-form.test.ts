import { describe, expect, it } from 'vitest';
import { tokenFor } from '../../../src/ownership/claim.ts';
import { lookNow } from '../../ownership/to-look.ts';
import { NEVER_CLAIMED, toFacts } from './fake-store.ts';
import { recordPages } from './record-pages.ts';
import { BASE_URL, type Fake, serveFake } from './serve-fake.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const CLAIM = '0123456789abcdef0123456789abcdef';
const HTML = 'text/html; charset=utf-8';

const takeQuotas = async () => ({ allowed: true, standings: [] });
const tracked = {
  takeQuotas,
  lookup: async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null),
};

const post = async ({ send }: Fake, path: string, fields: Record<string, string>) =>
  await send('POST', path, new URLSearchParams(fields).toString(), FORM);

describe('form of a claim', () => {
  it('answers with the steps, the content found, the chosen method and the same token', async () => {
    const { shown, renderer } = recordPages();
    const service = serveFake(tracked, { renderer, lookForProofs: async () => lookNow('example.com') });
    const response = await post(service, '/claim/example.com', { claim: CLAIM, method: 'dns' });
    expect([response.status, response.headers.get('content-type')]).toEqual([422, HTML]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('ratelimit-policy')).toBe('"verify";q=10;w=60');
    const page = shown[0]?.page;
    if (page?.kind !== 'claim') throw new Error('no claim was shown');
    expect(page.attempt).toMatchObject({
      chosen: 'dns',
      reports: expect.arrayContaining([expect.objectContaining({ method: 'dns', seen: 'no TXT record' })]),
    });
    expect(page.attempt?.problem).toContain(page.steps.token);
    expect(page.steps.verifyEndpoint).toContain(`claim=${CLAIM}`);
  });

  it.each([
    ['without a domain', '/claim/localhost', { claim: CLAIM }, 404],
    ['without its claim', '/claim/example.com', {}, 400],
    ['with a malformed claim', '/claim/example.com', { claim: 'x' }, 400],
  ])('answers a form %s', async (_, path, fields, status) => {
    const { renderer } = recordPages();
    const response = await post(serveFake(tracked, { renderer }), path, fields);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(HTML);
  });

  it('refuses a body that is not a form', async () => {
    const { renderer } = recordPages();
    const response = await serveFake(tracked, { renderer }).send('POST', '/claim/example.com', { claim: CLAIM });
    expect(response.status).toBe(415);
  });

  it('adds a domain with a proof', async () => {
    const { shown, renderer } = recordPages();
    const domain = 'example.org';
    const known = new Set<string>();
    const service = serveFake(
      {
        takeQuotas,
        lookup: async (name) => (known.has(name) ? toFacts(name) : null),
        track: async (names) => {
          for (const name of names) known.add(name);
          return { added: names.length, known: 0 };
        },
        verifyOwner: async () => 'verified',
      },
      { renderer, lookForProofs: async () => lookNow(domain, [tokenFor(domain, CLAIM, 0)]) },
    );
    const response = await post(service, `/claim/${domain}`, { claim: CLAIM, method: 'dns' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const key = expect.stringMatching(/^svk_live_/);
    expect(shown).toMatchObject([{ page: { kind: 'claimed', domain, via: 'dns', key } }]);
    expect([service.queued, service.changed]).toEqual([[domain], [domain]]);
  });
});

describe('origin of a form', () => {
  const FOREIGN = [
    { origin: 'https://evil.net' },
    { origin: 'null' },
    { origin: 'https://directory.net.evil.net' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: BASE_URL, 'sec-fetch-site': 'cross-site' },
  ];
  it.each(['/add', '/claim/example.com'])('does nothing at %s for the visitor', async (path) => {
    for (const fields of FOREIGN) {
      const { shown, renderer } = recordPages();
      const service = serveFake(tracked, { renderer });
      const body = new URLSearchParams({ domain: 'example.com', claim: CLAIM }).toString();
      const response = await service.send('POST', path, body, { ...FORM, ...fields });
      expect([response.status, shown]).toMatchObject([403, [{ page: { kind: 'problem', code: 'origin.forbidden' } }]]);
      expect(response.headers.get('ratelimit-policy')).toBe('"read";q=300;w=60');
    }
  });

  it('allows our pages and programs', async () => {
    for (const fields of [{}, { origin: BASE_URL, 'sec-fetch-site': 'same-origin' }, { origin: BASE_URL }]) {
      const service = serveFake({ ...tracked, track: async () => ({ added: 0, known: 1 }) });
      const body = new URLSearchParams({ domain: 'example.com' }).toString();
      expect((await service.send('POST', '/add', body, { ...FORM, ...fields })).status).toBe(303);
    }
  });
});

describe('form that adds a site', () => {
  const adding = {
    takeQuotas,
    track: async () => ({ added: 1, known: 0 }),
    getClaimStanding: async () => NEVER_CLAIMED,
  };

  it.each([
    ['claim', '/claim/example.com'],
    ['page', '/domain/example.com'],
    ['//evil.com', '/domain/example.com'],
  ])('redirects with next=%s to %s', async (next, location) => {
    const service = serveFake(adding);
    const response = await post(service, '/add', { domain: 'https://Example.com/x', next });
    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
    expect(service.queued).toEqual(['example.com']);
  });

  it('shows why a name cannot be added', async () => {
    const { shown, renderer } = recordPages();
    const response = await post(serveFake(adding, { renderer }), '/add', { domain: 'localhost' });
    expect(response.status).toBe(400);
    expect(shown).toMatchObject([{ page: { kind: 'problem', code: 'domain.invalid' } }]);
  });
});
