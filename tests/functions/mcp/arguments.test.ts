import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../../functions/mcp/tool.ts';
import { toFacts } from '../http/fake-store.ts';
import { serveFake } from '../http/serve-fake.ts';
import { callTool, ERAS, rpc, type ToolResult } from './call-mcp.ts';

const service = () =>
  serveFake({
    lookup: async (domain) => toFacts(domain),
    search: async ({ page, perPage, verified }) => ({
      total: 0,
      totalIsEstimate: false,
      results: [],
      ...(verified && { suggestion: `page ${page} of ${perPage}` }),
    }),
    searchLinks: async () => ({ total: 0, totalIsEstimate: false, results: [] }),
  });

describe('reader of tool arguments', () => {
  const same: [tool: string, sent: Record<string, unknown>, meant: Record<string, unknown>][] = [
    [
      'search_domains',
      { q: 'tide', page: null, per_page: null, verified: null, topic: null, size: null },
      { q: 'tide' },
    ],
    ['search_domains', { q: 'tide', page: '', language: '', verified: '', scope: '' }, { q: 'tide' }],
    ['search_domains', { q: 'tide', page: '2', per_page: '05' }, { q: 'tide', page: 2, per_page: 5 }],
    ['search_domains', { q: 'tide', verified: 'true', has_full: 'false' }, { q: 'tide', verified: true }],
    ['search_domains', { q: 'tide', verified: 'True', has_full: '0' }, { q: 'tide', verified: true }],
    ['search_links', { q: 'tide', domain: null, page: null }, { q: 'tide' }],
    ['search_links', { q: 'tide', domain: '', page: '1' }, { q: 'tide' }],
    ['search_links', { q: '2024', domain: 'tides.com' }, { q: '2024', domain: 'https://tides.com/' }],
  ];
  it.each(same)('accepts arguments of %s: %o as %o', async (tool, sent, meant) => {
    const result = await callTool(service(), tool, sent);
    expect(result.isError).toBeUndefined();
    expect(result).toEqual(await callTool(service(), tool, meant));
  });

  const refused: [tool: string, sent: Record<string, unknown>, says: RegExp][] = [
    ['search_domains', { q: null }, /- q: /],
    ['search_domains', { q: '' }, /- q: /],
    ['search_domains', { q: 'tide', page: '0' }, /- page: must be at least 1/],
    ['search_domains', { q: 'tide', page: 'two' }, /- page: must be a whole number/],
    ['search_domains', { q: 'tide', page: '1.5' }, /- page: must be a whole number/],
    ['search_domains', { q: 'tide', per_page: '26' }, /- per_page: must be at most 25/],
    ['search_domains', { q: 'tide', verified: 'maybe' }, /- verified: must be true or false/],
    ['search_domains', { q: 'tide', unknown: null }, /- unknown: is not a known member/],
    ['lookup_domain', { domain: null }, /- domain: must be a domain name/],
    ['verify_domain', { domain: 'tides.com', claim: '' }, /- claim: /],
  ];
  it.each(refused)('refuses the arguments of %s: %o', async (tool, sent, says) => {
    const { isError, content } = await callTool(service(), tool, sent);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(says)]);
  });

  it.each(ERAS)('treats null arguments as empty at %s', async (era) => {
    const sent = rpc(era, 'tools/call', { name: 'lookup_domain', arguments: null });
    const answer = await (await service().send('POST', '/mcp', sent.body, sent.headers)).json();
    const result: ToolResult = answer.result;
    expect(result.content[0]?.text).toMatch(/- domain: must be a domain name/);
  });

  it.each(ERAS)('ignores null parameters and tasks at %s, because the server offers no tasks', async (era) => {
    const list = rpc(era, 'tools/list', { cursor: null });
    expect((await service().send('POST', '/mcp', list.body, list.headers)).status).toBe(200);
    const params = { name: 'lookup_domain', arguments: { domain: 'tides.com' }, task: { ttl: 60_000 } };
    const sent = rpc(era, 'tools/call', params);
    const answer = await (await service().send('POST', '/mcp', sent.body, sent.headers)).json();
    expect(answer.result.structuredContent).toMatchObject({ domain: 'tides.com' });
  });

  it('leaves the API strict', async () => {
    for (const query of ['page=', 'verified=', 'verified=True', 'per_page=null', 'topic=']) {
      expect((await service().get(`/v1/search?q=tide&${query}`)).status, query).toBe(400);
    }
  });
});

/** Keywords that strict function calling of all vendors accepts. */
const STRICT = [
  ...['type', 'description', 'enum', 'anyOf', 'items'],
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
];

it('needs only keywords of strict function calling', () => {
  const schemas = TOOLS.flatMap(({ listing }) => Object.values(Object(listing.inputSchema['properties'])));
  const keywords = schemas.flatMap((schema) =>
    [...JSON.stringify(schema).matchAll(/"(\w+)":/g)].map(([, keyword]) => keyword),
  );
  expect(STRICT).toEqual(expect.arrayContaining(keywords));
});
