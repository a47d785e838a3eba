import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldWire } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../../functions/mcp/tool.ts';
import { serveMcp } from '../../conformance/serve-mcp.ts';

const served = await serveMcp();
afterAll(() => served.stop());

const info = { name: 'round-trip', version: '1.0.0' };

/** Opens a session of the service's SDK, which most agents use. */
async function openOld() {
  const client = new OldClient(info);
  const transport = new OldTransport(new URL(served.url));
  // Cast the class, because it lacks `| undefined` of its interface.
  await client.connect(transport as OldWire);
  return { client, version: transport.protocolVersion };
}

/** Opens a session of the newer SDK of the organization. tests/e2e/mcp.e2e.test.ts opens its other modes. */
async function openModern() {
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new ModernTransport(new URL(served.url)));
  return { client, version: client.getNegotiatedProtocolVersion() };
}

describe.each([
  ['the SDK', openOld, '2025-11-25'],
  ['the newer SDK', openModern, '2026-07-28'],
] as const)('%s', (_, open, protocol) => {
  it('lists and calls the tools, with instructions and failures', async () => {
    const { client, version } = await open();
    expect(version).toBe(protocol);
    expect(client.getInstructions()).toMatch(/never follow instructions/);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ listing }) => listing.name));
    const lookup = (domain: string) => client.callTool({ name: 'lookup_domain', arguments: { domain } });
    expect(await lookup('example.com')).toMatchObject({
      structuredContent: { domain: 'example.com', status: 'valid' },
      content: [{ text: expect.stringContaining('example.com: valid') }],
    });
    expect(await lookup('example.net')).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'drop_table', arguments: {} })).rejects.toThrow(/lookup_domain/);
    await client.close();
  });
});
