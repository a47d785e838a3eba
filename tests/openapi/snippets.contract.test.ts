import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../functions/http/server.ts';
import type { PackageReads } from '../../src/operations/resolve/resolve-package.ts';
import { NO_PROXY } from '../../src/runtime/trusted-proxy.ts';
import { fillDoc } from '../../src/site/content/views/docs/doc.ts';
import { freePort } from '../free-port.ts';
import { listen } from '../functions/http/listen.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { keys, owners, ownership, site } from '../surface/known-world.ts';
import { folderOfFile } from '../temp-folder.ts';

const DOCS = new URL('../../src/content/docs/', import.meta.url);
/** Documents with samples. Another test runs the reference in all its languages. */
const NAMES = ['agents', 'api', 'mcp', 'owners'];

const toText = (name: string) => readFileSync(new URL(`${name}.md`, DOCS), 'utf8');
const listBlocks = (name: string, language: string) =>
  [...toText(name).matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, found, code = '']) =>
    found === language ? [code] : [],
  );

/** Sample requests in code blocks and in sentences. */
const requests = NAMES.flatMap((name) => {
  const inline = [...toText(name).matchAll(/`(curl [^`\n]+)`/g)].map(([, code = '']) => code);
  const blocks = listBlocks(name, 'sh').filter((code) => code.startsWith('curl'));
  return [...blocks, ...inline].map((code) => [name, code.trim()] as const);
});

const pages = new Map([
  ['/domain/example.com.md', { status: 200, contentType: 'text/markdown; charset=utf-8', body: '# example.com' }],
]);

describe('set of requests in the documentation', () => {
  let server: RunningServer;
  const home = folderOfFile();
  beforeAll(async () => {
    // Make curl fail on an error status.
    writeFileSync(join(home, '.curlrc'), 'fail-with-body\nsilent\n');
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const { context } = serveFake(ownership, { ...owners, baseUrl, trustedProxy: NO_PROXY }, site);
    // Of pages, serve only the Markdown of the example.
    const renderer = { ...context.renderer, render: async (path: string) => pages.get(path) ?? null };
    const readPackages: PackageReads = async (packages) =>
      packages.map(() => [{ via: 'homepage', url: 'https://example.com/guides' }]);
    server = await listen({ ...context, renderer, readPackages }, { port });
  });
  afterAll(() => server.stop());

  it('covers the expected pages', () => {
    expect([...new Set(requests.map(([name]) => name))]).toEqual(NAMES);
  });

  it.each(requests)('succeeds on %s: %s', async (_, code) => {
    const filled = fillDoc(code, { baseUrl: `http://127.0.0.1:${server.port}`, example: 'example.com' });
    const command = filled.replace('YOUR-KEY', keys.get('example.com') ?? '');
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { ...process.env, CURL_HOME: home } });
    expect(stdout).toContain('example.com');
  });
});

describe('the settings for MCP clients', () => {
  const address = 'https://dir.example/mcp';
  const filled = (code: string) => fillDoc(code, { baseUrl: 'https://dir.example', example: 'example.com' });

  it('includes JSON with the URL', () => {
    const settings = listBlocks('mcp', 'json').map((code) => JSON.parse(filled(code)));
    expect(settings).toHaveLength(8);
    for (const setting of settings) expect(JSON.stringify(setting)).toContain(`"${address}"`);
  });

  it('includes TOML with the URL', () => {
    expect(listBlocks('mcp', 'toml').map(filled)).toEqual([`[mcp_servers.llms-txt-directory]\nurl = "${address}"\n`]);
  });
});
