import { expect, it } from 'vitest';
import { readDocs } from '../../../src/site/build/read-docs.ts';
import { renderDocMarkdown } from '../../../src/site/content/views/docs/docs-markdown.ts';
import { installLinks } from '../../../src/site/content/views/docs/install-links.ts';

const URL_OF_SERVER = 'https://directory.example/mcp';

it('encodes the server as base64 JSON for Cursor', () => {
  const [[, link]] = installLinks(URL_OF_SERVER) as [[string, string]];
  const url = new URL(link);
  expect([url.protocol, url.host, url.pathname]).toEqual(['cursor:', 'anysphere.cursor-deeplink', '/mcp/install']);
  expect(url.searchParams.get('name')).toBe('llms-txt-directory');
  const config: unknown = JSON.parse(Buffer.from(url.searchParams.get('config') ?? '', 'base64').toString());
  expect(config).toEqual({ url: URL_OF_SERVER });
});

it('encodes the server as URL-encoded JSON for VS Code', () => {
  const link = installLinks(URL_OF_SERVER)[1]?.[1] ?? '';
  expect(link).toMatch(/^vscode:mcp\/install\?/);
  const config: unknown = JSON.parse(decodeURIComponent(link.slice('vscode:mcp/install?'.length)));
  expect(config).toEqual({ name: 'llms-txt-directory', type: 'http', url: URL_OF_SERVER });
});

it('shows both links and a real example in the MCP document, and no HTML in its Markdown', async () => {
  const doc = (await readDocs()).find(({ name }) => name === 'mcp');
  if (doc === undefined) throw new Error('there is no document on MCP');
  const text = renderDocMarkdown(doc, { baseUrl: 'https://directory.example', example: 'site.example' });
  expect(text).toContain('](cursor://anysphere.cursor-deeplink/');
  expect(text).toContain('](vscode:mcp/install?');
  expect(text).toContain('"domain": "site.example"');
  expect(text).not.toMatch(/<div|%[A-Z_]+%/);
});
