import { describe, expect, it } from 'vitest';
import { serveFake } from '../http/serve-fake.ts';
import { ask, ERAS } from './call-mcp.ts';

const LOCAL = 'http://127.0.0.1:4321';
const PUBLIC = 'https://directory.net';
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,mcp-protocol-version',
};

const FOREIGN = [
  ...['https://evil.net', 'https://directory.net.evil.net', 'https://directory.net@evil.net'],
  ...['https://evil.net#directory.net', 'http://127.0.0.1:4321.evil.net', 'http://127.0.0.1:4322'],
  ...['https://127.0.0.1:4321', 'null', '', 'file://', 'chrome-extension://abc'],
];

describe('/mcp on this machine', () => {
  const fake = serveFake({}, { baseUrl: LOCAL });
  const host = '127.0.0.1:4321';

  it.each(FOREIGN)('refuses the origin "%s"', async (origin) => {
    const response = await ask(fake, '2025-11-25', 'tools/list', {}, { host, origin });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { data: { code: 'origin.forbidden', status: 403 } },
    });
    // The page may not read the refusal.
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    const preflight = { ...PREFLIGHT, host, origin };
    expect((await fake.send('OPTIONS', '/mcp', undefined, preflight)).status).toBe(403);
  });

  it.each([LOCAL, 'http://localhost:4321', 'http://[::1]:4321'])('accepts the origin %s', async (origin) => {
    const response = await ask(fake, '2025-11-25', 'tools/list', {}, { host, origin });
    expect(response.status).toBe(200);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    const own = await fake.send('OPTIONS', '/mcp', undefined, { ...PREFLIGHT, host, origin });
    expect([own.status, own.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
    expect(own.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('/mcp on a public address', () => {
  const fake = serveFake({});
  const names = (field: string | null) => (field ?? '').toLowerCase().split(', ');

  it.each([PUBLIC, 'https://evil.net', 'null'])('accepts the origin "%s" without credentials', async (origin) => {
    const response = await ask(fake, '2025-11-25', 'tools/list', {}, { origin });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    expect(names(response.headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining(['mcp-session-id', 'mcp-protocol-version', 'www-authenticate', 'retry-after']),
    );
  });

  it('answers a preflight with the fields of the protocol', async () => {
    const { status, headers } = await fake.send('OPTIONS', '/mcp', undefined, {
      ...PREFLIGHT,
      origin: 'https://app.net',
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(names(headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining([
        ...['accept', 'authorization', 'content-type', 'last-event-id'],
        ...['mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'],
      ]),
    );
  });

  it('refuses another host for any origin', async () => {
    const rebound = { host: 'evil.net', origin: 'https://evil.net' };
    expect((await ask(fake, '2026-07-28', 'tools/list', {}, rebound)).status).toBe(403);
  });
});

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

describe.each(ERAS)('at %s, a client', (era) => {
  const fake = serveFake({});
  const forms: [accept: string, type: string][] = [
    [JSON_TYPE, JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['', JSON_TYPE],
    [`${JSON_TYPE}, ${EVENTS_TYPE}`, JSON_TYPE],
    [`${EVENTS_TYPE}, ${JSON_TYPE};q=0`, EVENTS_TYPE],
    [EVENTS_TYPE, EVENTS_TYPE],
    ['text/*', EVENTS_TYPE],
  ];
  it.each(forms)('sends Accept "%s" and gets the type %s', async (accept, type) => {
    const response = await ask(fake, era, 'tools/list', {}, { accept });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    const text = await response.text();
    const answer = JSON.parse(type === EVENTS_TYPE ? text.slice(text.indexOf('data: ') + 'data: '.length) : text);
    expect(answer.result.tools.length).toBeGreaterThan(0);
  });

  it('gets 406 without an accepted form', async () => {
    const response = await ask(fake, era, 'tools/list', {}, { accept: 'text/html' });
    expect([response.status, (await response.json()).error.data.code]).toEqual([406, 'not_acceptable']);
  });

  it('gets JSON for JSON only, even with a progress request', async () => {
    const site = {
      draft: async (_: string, { report }: { report(step: string): void }) => {
        report('Reading the homepage');
        return { text: '# Example', pagesRead: 1, notes: [] };
      },
    };
    const call = { name: 'generate_llms_txt', arguments: { domain: 'example.com' }, _meta: { progressToken: 1 } };
    const response = await ask(serveFake({}, {}, site), era, 'tools/call', call, { accept: JSON_TYPE });
    expect(response.headers.get('content-type')).toBe(JSON_TYPE);
    expect((await response.json()).result.structuredContent.text).toBe('# Example');
  });
});
