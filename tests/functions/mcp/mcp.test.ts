import { describe, expect, it } from 'vitest';
import { GOOD_FILE, observed } from '../http/an-observation.ts';
import { toFacts } from '../http/fake-store.ts';
import { BASE_URL, serveFake } from '../http/serve-fake.ts';
import { ask, callTool, ERAS, rpc } from './call-mcp.ts';

const known = { lookup: async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null) };
const json = 'application/json';

describe('endpoint /mcp', () => {
  const hosts: [baseUrl: string, host: string, status: number][] = [
    ['https://directory.net', 'directory.net', 200],
    ['https://directory.net', 'directory.net:443', 200],
    ['https://directory.net', 'evil.net', 403],
    ['https://directory.net', 'directory.net:8080', 403],
    ['https://directory.net', 'directory.net.evil.net', 403],
    ['https://directory.net', 'directory.net@evil.net', 403],
    ['https://directory.net', '127.0.0.1', 403],
    ['https://directory.net', '', 403],
    ['http://127.0.0.1:4321', '127.0.0.1:4321', 200],
    ['http://127.0.0.1:4321', 'localhost:4321', 200],
    ['http://127.0.0.1:4321', '[::1]:4321', 200],
    ['http://127.0.0.1:4321', 'localhost:4322', 403],
    ['http://127.0.0.1:4321', 'rebound.evil.net:4321', 403],
  ];
  it.each(hosts)('answers at %s for the host %s with %i', async (baseUrl, host, status) => {
    const fake = serveFake(known, { baseUrl });
    const response = await ask(fake, '2026-07-28', 'tools/list', {}, { host, 'x-forwarded-host': 'evil.net' });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('evil.net');
  });

  it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'])('refuses %s at once', async (method) => {
    const response = await serveFake({}).send(method, '/mcp', undefined, { accept: 'text/event-stream' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  const bodies: [what: string, body: string | Uint8Array, status: number, code: number][] = [
    ['200 kB', JSON.stringify({ ...rpc('2025-11-25', 'tools/list').body, x: 'x'.repeat(200_000) }), 413, -32_000],
    ['a batch', JSON.stringify([rpc('2025-11-25', 'tools/list').body]), 400, -32_600],
    ['an empty batch', '[]', 400, -32_600],
    ['a batch of another era', JSON.stringify([rpc('2026-07-28', 'tools/list').body]), 400, -32_600],
    ['a repeated member', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32_000],
    ['no JSON', '{', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['no UTF-8', Uint8Array.from([0x22, 0xff, 0x22]), 400, -32_700],
    ['a string', '"tools/list"', 400, -32_600],
    ['null', 'null', 400, -32_600],
    ['60,000 brackets', '['.repeat(60_000), 400, -32_700],
    ['60,000 brackets that close', '['.repeat(30_000) + ']'.repeat(30_000), 400, -32_600],
  ];
  it.each(bodies)('refuses %s with the reason', async (_what, body, status, code) => {
    const { send, logged } = serveFake({});
    const response = await send('POST', '/mcp', body, { accept: 'application/json, text/event-stream' });
    expect(response.status).toBe(status);
    const answer = await response.json();
    expect(answer).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code, message: expect.stringMatching(/\w+\. \w+/) },
    });
    expect(logged).toEqual([]);
  });

  const CLIENT = { name: 'x', version: '1' };
  const params: [method: string, params: unknown, named: string][] = [
    ['tools/list', { cursor: 5 }, 'params.cursor'],
    ['ping', [], 'params'],
    ['initialize', {}, 'params.clientInfo'],
    ['initialize', { protocolVersion: 5, capabilities: {}, clientInfo: CLIENT }, 'params.protocolVersion'],
    ['tools/call', {}, 'params.name'],
    ['tools/call', { name: 7 }, 'params.name'],
    ['tools/call', { name: 'lookup_domain', arguments: ['example.com'] }, 'params.arguments'],
    ['tools/call', null, 'params'],
  ];
  it.each(params)('names the invalid parameters of %s %j under its id', async (method, params, named) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'call-1', method, params });
    const response = await serveFake({}).send('POST', '/mcp', body, { accept: json });
    expect(response.status).toBe(400);
    const message = expect.stringContaining(`\`${named}\``);
    expect(await response.json()).toMatchObject({ id: 'call-1', error: { code: -32_602, message } });
  });

  const types: [name: string, headers: Record<string, string>][] = [
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another JSON', { 'content-type': 'application/json-patch+json' }],
    ['a packed body', { 'content-type': json, 'content-encoding': 'gzip' }],
  ];
  it.each(types)('refuses %s', async (_name, headers) => {
    expect((await ask(serveFake({}), '2025-11-25', 'tools/list', {}, headers)).status).toBe(415);
  });

  it.each(ERAS)('avoids sessions and caching at %s', async (era) => {
    const { headers } = await ask(serveFake({}), era, 'tools/list');
    expect([headers.has('mcp-session-id'), headers.get('cache-control')]).toEqual([false, 'no-store']);
  });

  it('opens no stream for listeners', async () => {
    const response = await ask(serveFake({}), '2026-07-28', 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    expect([response.status, (await response.json()).error.code]).toEqual([404, -32_601]);
  });

  it('refuses a message whose fields and body differ', async () => {
    const other = { 'mcp-name': 'search_domains' };
    const given = { name: 'lookup_domain', arguments: { domain: 'example.com' } };
    const response = await ask(serveFake(known), '2026-07-28', 'tools/call', given, other);
    expect(response.status).toBe(400);
  });

  it('survives deeply nested JSON anywhere', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const fake = serveFake(known);
    for (const era of ERAS) {
      for (const given of [{ domain: 'DEEP' }, { domain: 'example.com', other: 'DEEP' }, 'DEEP']) {
        const { body, headers } = rpc(era, 'tools/call', { name: 'lookup_domain', arguments: given });
        const response = await fake.send('POST', '/mcp', JSON.stringify(body).replace('"DEEP"', deep), {
          ...headers,
          'content-type': json,
        });
        expect(response.status).toBeLessThan(500);
        const { result, error } = await response.json();
        expect(result?.isError ?? error.code).toBe(given === 'DEEP' ? -32_602 : true);
      }
    }
    expect(fake.logged).toEqual([]);
    expect(await callTool(fake, 'lookup_domain', { domain: 'example.com' })).not.toHaveProperty('isError');
  });
});

describe('quota of the API', () => {
  it('includes tools', async () => {
    const fake = serveFake({ ...known, track: async () => ({ added: 0, known: 1 }) });
    for (let i = 0; i < 5; i++) await fake.send('POST', '/v1/sites', { domain: 'example.com' });
    for (let i = 0; i < 5; i++) {
      expect((await callTool(fake, 'register_domain', { domain: 'example.com' })).isError).toBeUndefined();
    }
    const refused = await callTool(fake, 'register_domain', { domain: 'example.com' });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toMatch(/rate\.limited.*\nNext: Wait \d+ s, then call the tool again\.$/s);
    expect((await fake.send('POST', '/v1/sites', { domain: 'example.com' })).status).toBe(429);
  });

  it('appears in every answer', async () => {
    const fake = serveFake({ ...known, track: async () => ({ added: 0, known: 1 }) });
    const fields = async (name: string) => {
      const response = await ask(fake, '2026-07-28', 'tools/call', { name, arguments: { domain: 'example.com' } });
      return response.headers.get('ratelimit');
    };
    expect(await fields('lookup_domain')).toBe('"read";r=299;t=60');
    expect(await fields('register_domain')).toBe('"register";r=9;t=60, "register-day";r=99;t=86400');
    expect((await ask(fake, '2025-11-25', 'tools/list')).headers.get('ratelimit')).toBe('"read";r=298;t=60');
  });

  it('counts a repeated check as a read', async () => {
    const observe = async (domain: string) => observed(domain, { status: 200, body: GOOD_FILE });
    const fake = serveFake(known, {}, { observe });
    const left = async (domain: string) => {
      const given = { name: 'check_llms_txt', arguments: { domain } };
      return (await ask(fake, '2026-07-28', 'tools/call', given)).headers.get('ratelimit');
    };
    expect(await left('example.com')).toBe('"fetch";r=9;t=60');
    expect(await left('https://www.example.com/')).toBe('"read";r=299;t=60');
  });

  it('stops a flood of messages early', async () => {
    const fake = serveFake(known);
    for (let i = 0; i < 300; i++) await ask(fake, '2025-11-25', 'ping');
    const response = await ask(fake, '2025-11-25', 'tools/list');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await response.json()).toMatchObject({ id: 1, error: { data: { code: 'rate.limited' } } });
  });
});

describe('a failure', () => {
  const failures: [what: string, given: Record<string, unknown>, text: RegExp][] = [
    ['an unknown domain', { domain: 'example.net' }, /domain\.unknown.*Next: Call register_domain/s],
    ['an address', { domain: 'http://127.0.0.1/' }, /domain\.invalid.*An IP address is not/s],
    ['the service itself', { domain: BASE_URL }, /domain\.invalid.*does not list itself/s],
    ['a reserved name', { domain: 'a.example' }, /domain\.invalid/],
    ['no arguments', {}, /request\.invalid.*- domain: must be a domain name/s],
    ['a list', { domain: ['example.com'] }, /request\.invalid/],
    ['an unknown argument', { domain: 'example.com', verbose: true }, /- verbose: is not a known member/],
  ];
  it.each(failures)('becomes a result with advice for %s', async (_what, given, text) => {
    const result = await callTool(serveFake(known), 'lookup_domain', given);
    expect(result).toEqual({ isError: true, content: [{ type: 'text', text: expect.stringMatching(text) }] });
  });

  it('names the first of many faults', async () => {
    const given = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`argument-${i}`, 1]));
    const { content } = await callTool(serveFake(known), 'lookup_domain', { domain: 'example.com', ...given });
    expect(content[0]?.text).toMatch(/- argument-0: is not a known member\n/);
    expect(content[0]?.text).toMatch(/\n- and 1980 more\nNext: /);
    const long = await callTool(serveFake(known), 'lookup_domain', { ['x'.repeat(30_000)]: 1 });
    expect(long.content[0]?.text.length).toBeLessThan(1_000);
  });

  it('explains claims for a verification without a claim', async () => {
    const { content } = await callTool(serveFake(known), 'verify_domain', { domain: 'example.com' });
    expect(content[0]?.text).toContain('- claim: is required: call register_domain');
  });

  it('contains a log id for an internal error', async () => {
    const lookup = () => Promise.reject(new Error('relation "secret_table" does not exist'));
    const { logged, ...fake } = serveFake({ lookup });
    const { content } = await callTool(fake, 'lookup_domain', { domain: 'example.com' });
    expect(content[0]?.text).not.toContain('secret_table');
    const id = /ID ([\w-]{36})/.exec(content[0]?.text ?? '')?.[1];
    expect(logged).toMatchObject([{ event: 'tool.failed', fields: { request: id } }]);
  });

  it.each(ERAS)('lists the tools for an unknown tool at %s', async (era) => {
    const response = await ask(serveFake({}), era, 'tools/call', { name: 'drop_table', arguments: {} });
    const { error } = await response.json();
    expect(error).toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/^There is no tool drop_table.*lookup_domain/),
    });
  });
});
