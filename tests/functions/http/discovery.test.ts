import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseLinkHeader } from '../../../src/extract/parse-link-header.ts';
import { renderRobots } from '../../../src/site/content/feeds/robots.ts';
import { serveFake } from './serve-fake.ts';

const BASE_URL = 'https://dir.example';
const { get } = serveFake({}, { baseUrl: BASE_URL });
const linksetSchema = z.object({
  linkset: z.array(z.object({ 'service-desc': z.array(z.object({ href: z.string() })) })),
});

describe('our own site', () => {
  it('names its llms.txt and its interfaces in the fields of a page', async () => {
    const { headers } = await get('/', { accept: 'text/html' });
    const links = parseLinkHeader(headers.get('link') ?? '');
    expect(links.map(({ parameters, href }) => [parameters.get('rel'), href])).toEqual([
      ['describedby', '/llms.txt'],
      ['api-catalog', '/.well-known/api-catalog'],
    ]);
  });

  it('lists interfaces with existing descriptions', async () => {
    const answer = await get('/.well-known/api-catalog');
    expect(answer.headers.get('content-type')).toContain('application/linkset+json');
    const { linkset } = linksetSchema.parse(await answer.json());
    const described = linkset.flatMap((entry) => entry['service-desc']);
    expect(described).toHaveLength(2);
    for (const { href } of described) {
      expect((await get(href.replace(BASE_URL, ''))).status, href).toBe(200);
    }
  });

  it.each(['/.well-known/mcp/server-card.json', '/server.json'])('describes its MCP server in %s', async (path) => {
    expect(await (await get(path)).json()).toMatchObject({
      name: 'example.dir/llms-txt-directory',
      remotes: [{ type: 'streamable-http', url: `${BASE_URL}/mcp` }],
    });
  });

  it('declares in robots.txt the allowed uses of its texts', () => {
    expect(renderRobots(BASE_URL)).toMatch(/^User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=yes$/m);
  });
});

describe('security.txt', () => {
  it('names a contact and an end within a year (RFC 9116)', async () => {
    const service = serveFake({}, { baseUrl: BASE_URL });
    const answer = await service.get('/.well-known/security.txt');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toContain(`Contact: ${BASE_URL}/docs/policy\n`);
    expect(text).toContain(`Canonical: ${BASE_URL}/.well-known/security.txt\n`);
    const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
    const days = (Date.parse(expires) - service.context.now()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
  });

  it('uses the contact of the settings', async () => {
    const service = serveFake({}, { securityContact: 'mailto:security@dir.example' });
    expect(await (await service.get('/.well-known/security.txt')).text()).toContain(
      'Contact: mailto:security@dir.example\n',
    );
  });
});
