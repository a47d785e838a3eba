import { describe, expect, it } from 'vitest';
import { readDocs } from '../../../src/site/build/read-docs.ts';
import type { DocData } from '../../../src/site/content/views/docs/doc.ts';
import { renderDocMarkdown } from '../../../src/site/content/views/docs/docs-view.ts';
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

it.each(['site.example', 'site.com', null])('fills every placeholder of every document: %s', async (example) => {
  for (const doc of await readDocs()) {
    const text = renderDocMarkdown(doc, { baseUrl: 'https://directory.example', example });
    expect(text, doc.name).not.toMatch(/%[A-Z_]+%|<(?:owner|repository|commit)>/);
  }
});

describe('recipe that uses the repository of the software', () => {
  const repository = 'operator/directory@v1.2.3';
  const textsWith = async (facts: Partial<DocData>) =>
    new Map(
      (await readDocs()).map((doc) => [
        doc.name,
        renderDocMarkdown(doc, { baseUrl: 'https://directory.example', example: null, ...facts }),
      ]),
    );

  it('names the repository and its version', async () => {
    const texts = await textsWith({ repository });
    for (const [name, text] of texts) expect(text, name).not.toMatch(/OWNER|COMMIT|<div/);
    expect(texts.get('publish')).toContain('      - uses: operator/directory@v1.2.3\n');
    expect(texts.get('data')).toContain('--repo operator/directory`');
    expect(texts.get('try')).toContain('\ngit clone https://github.com/operator/directory.git directory &&');
  });

  it('disappears if the repository is unknown', async () => {
    const texts = await textsWith({});
    for (const [name, text] of texts) expect(text, name).not.toMatch(/OWNER|COMMIT|git clone|<div/);
    expect(texts.get('publish')).not.toContain('issue-token');
    expect(texts.get('publish')).toContain('check --format github https://docs.example.com/llms.txt');
  });
});

it('uses an invented package in a directory of invented sites', async () => {
  const doc = (await readDocs()).find(({ name }) => name === 'agents');
  const textFor = (example: string) =>
    doc ? renderDocMarkdown(doc, { baseUrl: 'https://directory.example', example }) : '';
  expect(textFor('site.example')).toContain('?package=pkg:npm/lumendb');
  expect(textFor('site.com')).toContain('?package=pkg:npm/zod');
});

it('states that examples return 404 only in an empty directory', async () => {
  const docs = await readDocs();
  const toText = (name: string, example: string | null) => {
    const doc = docs.find((one) => one.name === name);
    return doc ? renderDocMarkdown(doc, { baseUrl: 'https://directory.example', example }) : '';
  };
  const note = 'This directory lists no site yet. Requests that need a listed site return 404 for example.com.';
  expect(toText('api', null)).toContain(note);
  expect(toText('api', null)).toContain('"example.com"');
  expect(toText('api', 'site.example')).not.toContain(note);
  expect(toText('crawler', null)).not.toContain(note);
});

describe('client setup in the MCP document', () => {
  const SERVER = 'llms-txt-directory';
  /** Documented formats by client: the member of all servers, and the server. */
  const JSON_FORMS: readonly (readonly [client: string, members: string, server: object])[] = [
    ['Cursor', 'mcpServers', { url: URL_OF_SERVER }],
    ['VS Code', 'servers', { type: 'http', url: URL_OF_SERVER }],
    ['Gemini CLI', 'mcpServers', { httpUrl: URL_OF_SERVER }],
    ['Devin Desktop', 'mcpServers', { url: URL_OF_SERVER }],
    ['Zed', 'context_servers', { url: URL_OF_SERVER }],
    ['Cline', 'mcpServers', { type: 'streamableHttp', url: URL_OF_SERVER }],
    ['Clients with stdio only', 'mcpServers', { command: 'npx', args: ['-y', 'mcp-remote', URL_OF_SERVER] }],
    ['Other clients', 'mcpServers', { type: 'http', url: URL_OF_SERVER }],
  ];
  const COMMANDS: readonly (readonly [client: string, command: string])[] = [
    ['Claude', `claude mcp add --transport http ${SERVER} ${URL_OF_SERVER}`],
    ['Gemini CLI', `gemini mcp add --scope user --transport http ${SERVER} ${URL_OF_SERVER}`],
    ['Antigravity CLI', `agy mcp add ${SERVER} ${URL_OF_SERVER}`],
    ['Codex', `codex mcp add ${SERVER} --url ${URL_OF_SERVER}`],
    ['Codex', `[mcp_servers.${SERVER}]\nurl = "${URL_OF_SERVER}"`],
  ];
  const toSection = async (client: string) => {
    const doc = (await readDocs()).find(({ name }) => name === 'mcp');
    const text = doc ? renderDocMarkdown(doc, { baseUrl: 'https://directory.example', example: 'site.example' }) : '';
    return text.split(/^### /m).find((section) => section.startsWith(`${client}\n`)) ?? '';
  };

  it.each(JSON_FORMS)('shows the JSON format of %s', async (client, members, server) => {
    const [, json = ''] = /```json\n(.*?)```/s.exec(await toSection(client)) ?? [];
    expect(JSON.parse(json)).toEqual({ [members]: { [SERVER]: server } });
  });

  it.each(COMMANDS)('shows the command or file of %s', async (client, command) => {
    expect(await toSection(client)).toContain(`\n${command}\n`);
  });

  it('links the plugins of ChatGPT', async () => {
    expect(await toSection('ChatGPT')).toContain('](https://chatgpt.com/plugins) → + → Add custom MCP server.');
  });
});
