import { describe, expect, it } from 'vitest';
import type { NewWatch, OpenedWatch } from '../../../src/store/watches.ts';
import { toFacts } from './fake-store.ts';
import { BASE_URL, serveFake } from './serve-fake.ts';

const ID = '6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10';
const BODY = { domain: 'example.com', webhook_url: 'https://hooks.example.org/llms#x' };

function serve(opened: OpenedWatch = { result: 'opened', id: ID }, reason: string | null = null) {
  const watches: NewWatch[] = [];
  const challenged: string[] = [];
  const deleted: string[] = [];
  const fake = serveFake(
    {
      lookup: async (domain) => (domain === 'example.com' ? toFacts(domain) : null),
      takeQuotas: async () => ({ allowed: true, standings: [] }),
      openWatch: async (watch) => {
        watches.push(watch);
        return opened;
      },
      deleteWatch: async (id, hash) => {
        deleted.push(id);
        return hash === watches[0]?.token_hash;
      },
    },
    {
      vetWebhook: async (url) => (url.includes('10.0.0.1') ? 'must be public' : null),
      challenge: async ({ webhookUrl }) => {
        challenged.push(webhookUrl);
        return reason;
      },
    },
  );
  return { watches, challenged, deleted, ...fake };
}

describe('POST /v1/watches', () => {
  it('opens a watch once its receiver has agreed, and shows secret and delete_url once', async () => {
    const { send, watches, challenged } = serve();
    const answer = await send('POST', '/v1/watches', BODY);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const watch = await answer.json();
    expect(watch).toEqual({
      id: ID,
      domain: 'example.com',
      expires_at: '2027-02-18T10:00:00.000Z',
      secret: expect.stringMatching(/^whsec_.{44}$/),
      delete_url: expect.stringMatching(new RegExp(`^${BASE_URL}/v1/watches/${ID}\\?token=[\\da-f]{32}$`)),
    });
    expect(challenged).toEqual(['https://hooks.example.org/llms']);
    expect(JSON.stringify(watches)).not.toContain(watch.secret);
    expect(JSON.stringify(watches)).not.toContain(watch.delete_url.split('=')[1]);
  });

  it('ends a watch by its delete_url alone', async () => {
    const { send, deleted } = serve();
    const { delete_url } = await (await send('POST', '/v1/watches', BODY)).json();
    const path = delete_url.slice(BASE_URL.length);
    expect((await send('DELETE', `/v1/watches/${ID}?token=${'0'.repeat(32)}`)).status).toBe(404);
    expect((await send('DELETE', '/v1/watches/x?token=y')).status).toBe(404);
    expect(await (await send('DELETE', path)).json()).toEqual({ id: ID, deleted: true });
    expect(deleted).toEqual([ID, ID]);
  });

  it('renews a watch without showing its secret again', async () => {
    const answer = await serve({ result: 'renewed', id: ID }).send('POST', '/v1/watches', BODY);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: ID, secret: null, delete_url: null });
  });

  it('opens no watch without the consent of the receiver', async () => {
    const { send, watches } = serve(undefined, 'the receiver answered 404');
    const answer = await send('POST', '/v1/watches', BODY);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'watch.not_agreed', detail: expect.stringContaining('404') });
    expect(watches).toEqual([]);
  });

  it.each([
    [{ ...BODY, webhook_url: 'https://10.0.0.1/' }, 400, 'request.invalid'],
    [{ ...BODY, domain: 'unknown.com' }, 404, 'domain.unknown'],
    [{ ...BODY, domain: 'localhost' }, 400, 'domain.invalid'],
    [{ domain: 'example.com' }, 400, 'request.invalid'],
  ])('sends no challenge for %j', async (body, status, code) => {
    const { send, challenged } = serve();
    const answer = await send('POST', '/v1/watches', body);
    expect([answer.status, (await answer.json()).code, challenged]).toEqual([status, code, []]);
  });
});
