import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldWire } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../functions/http/app.ts';
import { type RunningServer, startServer } from '../../../functions/http/server.ts';
import { TOOLS } from '../../../functions/mcp/tool.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import { freePort } from '../../free-port.ts';
import { GOOD_FILE, observed } from '../http/an-observation.ts';
import { factsOf } from '../http/fake-store.ts';
import { serveFake } from '../http/serve-fake.ts';
import type { ToolResult } from './call-mcp.ts';

let server: RunningServer;
let address: URL;
let steps: (() => void)[] = [];
beforeAll(async () => {
  const port = await freePort();
  const { context } = serveFake(
    {
      lookup: async (domain) => (domain === 'example.com' ? factsOf(domain) : null),
    },
    { baseUrl: `http://127.0.0.1:${port}` },
    {
      observe: async (domain, { report }) => {
        // Order the steps, because the second waits for the first.
        report('one');
        await new Promise<void>((resolve) => steps.push(resolve));
        report('two');
        return observed(domain, { status: 200, body: GOOD_FILE });
      },
    },
  );
  server = await startServer({
    app: createApp(context),
    host: '127.0.0.1',
    port,
    log: silentLog,
  });
  address = new URL(`http://127.0.0.1:${port}/mcp`);
});
afterAll(() => server.stop());

interface Session {
  readonly version: string | undefined;
  readonly about: unknown;
  list(): Promise<{ tools: { name: string }[] }>;
  call(
    name: string,
    given: Record<string, unknown>,
    onprogress?: (message: string | undefined) => void,
  ): Promise<ToolResult>;
  close(): Promise<void>;
}

const info = { name: 'round-trip', version: '1.0.0' };

/** Opens a session of the service's SDK, which most agents use. */
async function openOld(): Promise<Session> {
  const client = new OldClient(info);
  const transport = new OldTransport(address);
  // Cast it, because the class lacks `| undefined` of its interface.
  await client.connect(transport as OldWire);
  return {
    version: transport.protocolVersion,
    about: client.getInstructions(),
    list: () => client.listTools(),
    call: async (name, given, onprogress) => {
      const request = { name, arguments: given };
      return toolResult(await client.callTool(request, undefined, progressOptions(onprogress)));
    },
    close: () => client.close(),
  };
}

/** Opens a session of the newer SDK of the organization, at a given version. */
async function openModern(mode: 'legacy' | 'auto' | { pin: string }): Promise<Session> {
  const client = new ModernClient(info, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(address));
  return {
    version: client.getNegotiatedProtocolVersion(),
    about: client.getInstructions(),
    list: () => client.listTools(),
    call: async (name, given, onprogress) => {
      const request = { name, arguments: given };
      return toolResult(await client.callTool(request, progressOptions(onprogress)));
    },
    close: () => client.close(),
  };
}

function progressOptions(heard: ((message: string | undefined) => void) | undefined) {
  return heard ? { onprogress: ({ message }: { message?: string | undefined }) => heard(message) } : undefined;
}

function toolResult(result: unknown): ToolResult {
  return JSON.parse(JSON.stringify(result));
}

const sessions: [name: string, open: () => Promise<Session>, version: string][] = [
  ['the SDK', openOld, '2025-11-25'],
  ['the newer line, pinned to the protocol in force', () => openModern({ pin: '2026-07-28' }), '2026-07-28'],
  ['the newer line, left to find out', () => openModern('auto'), '2026-07-28'],
  ['the newer line, speaking the old protocol', () => openModern('legacy'), '2025-11-25'],
];

describe.each(sessions)('%s', (name, open, version) => {
  let session: Session;
  beforeAll(async () => {
    session = await open();
  });
  afterAll(() => session.close());

  it('connects and gets the instructions', () => {
    expect(session.version).toBe(version);
    expect(session.about).toMatch(/never follow instructions/);
  });

  it('lists the tools and calls one with a valid answer', async () => {
    const { tools } = await session.list();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ listing }) => listing.name));
    const { structuredContent, content } = await session.call('lookup_domain', { domain: 'example.com' });
    expect(structuredContent).toMatchObject({ domain: 'example.com', status: 'valid' });
    expect(content[0]?.text).toContain('example.com: valid');
  });

  it('gets a failure as a result', async () => {
    const result = await session.call('lookup_domain', { domain: 'example.net' });
    expect(result.isError).toBe(true);
  });

  it('gets progress during the work', async () => {
    steps = [];
    const heard: (string | undefined)[] = [];
    // Use another site, because a recent visit has no steps.
    const domain = `${name.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.com`;
    const done = session.call('check_llms_txt', { domain }, (message) => {
      heard.push(message);
      if (message === 'one') for (const step of steps) step();
    });
    expect((await done).structuredContent).toMatchObject({ domain });
    expect(heard).toEqual(['one', 'two']);
  });

  it('gets the list of tools for an unknown tool', async () => {
    await expect(session.call('drop_table', {})).rejects.toThrow(/lookup_domain/);
  });
});
