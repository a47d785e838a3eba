import { createServer } from 'node:http';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TOOLS } from '../../functions/mcp/tool.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { serveMcp } from '../conformance/serve-mcp.ts';
import { type LocalServer, listenLocally } from '../listen-locally.ts';
import { launchBrowser, PUBLIC_HOST } from './launch-browser.ts';

/** Page that lists and calls tools like a web application. */
const APPLICATION = `
  import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
  window.useTools = async (address, mode) => {
    const client = new Client({ name: 'application', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(address)));
    const { tools } = await client.listTools();
    const steps = [];
    const found = await client.callTool({ name: 'lookup_domain', arguments: { domain: 'example.com' } });
    const check = await client.callTool(
      { name: 'check_llms_txt', arguments: { domain: mode + '.com', page: null } },
      { onprogress: ({ message }) => steps.push(message) },
    );
    await client.close();
    return { names: tools.map(({ name }) => name), found: found.structuredContent, check: check.structuredContent, steps };
  };
`;

interface Used {
  readonly names: readonly string[];
  readonly found: object;
  readonly check: object;
  readonly steps: readonly string[];
}

declare global {
  interface Window {
    useTools(address: string, mode: 'auto' | 'legacy'): Promise<Used>;
  }
}

const browser = await launchBrowser();
const application = await serveApplication();
const page = await browser.newPage();
await page.goto(application.url);
closeAfterAll(application, page, browser);

describe('a client in a page of another site', () => {
  const useTools = (url: string, mode: 'auto' | 'legacy') =>
    page.evaluate(([address, chosen]) => window.useTools(address, chosen), [url, mode] as const);

  it.each(['auto', 'legacy'] as const)('lists and calls the tools of a public service (%s)', async (mode) => {
    const served = await serveMcp([], PUBLIC_HOST);
    onTestFinished(() => served.stop());
    const used = await useTools(served.url, mode);
    expect(used.names).toEqual(TOOLS.map(({ listing }) => listing.name));
    expect(used.found).toMatchObject({ domain: 'example.com', status: 'valid' });
    expect(used.check).toMatchObject({ domain: `${mode}.com` });
    expect(used.steps).toEqual(['one', 'two', 'three']);
  });

  it('fails to reach a service on the user’s machine', async () => {
    const served = await serveMcp();
    onTestFinished(() => served.stop());
    await expect(useTools(served.url, 'auto')).rejects.toThrow(/fetch/i);
  });
});

async function serveApplication(): Promise<LocalServer> {
  const bundled = await build({
    stdin: { contents: APPLICATION, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  const [script] = bundled.outputFiles.map(({ text }) => text);
  const server = createServer(({ url }, response) => {
    if (url === '/application.js') response.setHeader('content-type', 'text/javascript').end(script);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/application.js"></script>');
  });
  return await listenLocally(server);
}
