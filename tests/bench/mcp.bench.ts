import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer as ModernServer } from '@modelcontextprotocol/server';
import autocannon from 'autocannon';
import { z } from 'zod';
import { domainSchema } from '../../src/directory/record.ts';
import { ERAS, type Era, rpc } from '../functions/mcp/call-mcp.ts';
import { inTurn, report } from './figure.ts';
import { listenForParent, openChildren, serveLookups } from './serve-lookups.ts';

/** Measures a tool call: lookup_domain against an equal tool on a bare server of each protocol line with a constant answer. */
const BENCH = 'mcp';
const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;
const DOMAINS = 100;

const nameOf = (i: number) => `site${i}.com`;
const answerSchema = z.object({ text: z.string(), structured: z.record(z.string(), z.unknown()) });

const [mode, folder = ''] = process.argv.slice(2);
if (mode === 'ours')
  await serveLookups(
    folder,
    '',
    Array.from({ length: DOMAINS }, (_, i) => nameOf(i)),
  );
else if (mode === 'bare-old') serveBareOld();
else if (mode === 'bare-new') serveBareNew();
else await measure();

const TOOL = {
  description: 'The record of a domain.',
  inputSchema: { domain: z.string() },
  outputSchema: domainSchema.shape,
};

/** Starts a server and transport per request, like the SDK's examples without sessions. */
function serveBareOld(): void {
  process.once('message', (message) => {
    const { text, structured } = answerSchema.parse(message);
    const http = createServer((request, response) => {
      const server = new McpServer({ name: 'bare', version: '1' });
      server.registerTool('lookup_domain', TOOL, () => ({
        content: [{ type: 'text', text }],
        structuredContent: structured,
      }));
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      server
        .connect(transport as Parameters<McpServer['connect']>[0])
        .then(() => transport.handleRequest(request, response))
        .catch(console.error);
    });
    listenForParent(http);
  });
}

function serveBareNew(): void {
  process.once('message', (message) => {
    const { text, structured } = answerSchema.parse(message);
    const handler = createMcpHandler(() => {
      const server = new ModernServer({ name: 'bare', version: '1' });
      server.registerTool(
        'lookup_domain',
        { ...TOOL, inputSchema: z.object(TOOL.inputSchema), outputSchema: z.object(TOOL.outputSchema) },
        () => ({ content: [{ type: 'text', text }], structuredContent: structured }),
      );
      return server;
    });
    const http = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const headers = Object.entries(request.headers).map(
          ([name, value]) => [name, String(value)] as [string, string],
        );
        handler
          .fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: Buffer.concat(parts) }))
          .then(async (answer) => {
            const body = await answer.text();
            response.writeHead(answer.status, Object.fromEntries(answer.headers));
            response.end(body);
          })
          .catch(console.error);
      });
    });
    listenForParent(http);
  });
}

async function measure(): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'mcp-bench-'));
  const { start, ready, close } = openChildren(import.meta.filename);
  const mcpOf = async (child: ChildProcess) => `${await ready(child)}/mcp`;
  try {
    const ours = await mcpOf(start('ours', join(place, 'database')));
    const sample = await callOnce(ours, '2025-11-25');
    const bare: Record<Era, string> = { '2025-11-25': '', '2026-07-28': '' };
    for (const [era, name] of [
      ['2025-11-25', 'bare-old'],
      ['2026-07-28', 'bare-new'],
    ] as const) {
      const child = start(name);
      child.send(sample);
      bare[era] = await mcpOf(child);
      // Compare the answers, because the comparison is void if they differ.
      const same = await callOnce(bare[era], era);
      if (JSON.stringify(same) !== JSON.stringify(sample)) throw new Error(`${name} answers something else`);
    }
    for (const era of ERAS) await compare(era, ours, bare[era]);
  } finally {
    close();
    await rm(place, { recursive: true, force: true });
  }
}

function requestFor(era: Era, domain: string) {
  const { body, headers } = rpc(era, 'tools/call', { name: 'lookup_domain', arguments: { domain } });
  return {
    path: '/mcp',
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function callOnce(url: string, era: Era): Promise<z.infer<typeof answerSchema>> {
  const response = await fetch(url, requestFor(era, nameOf(0)));
  const { result } = z
    .object({
      result: z.object({
        content: z.array(z.object({ text: z.string() })),
        structuredContent: z.record(z.string(), z.unknown()),
      }),
    })
    .parse(await response.json());
  return { text: result.content[0]?.text ?? '', structured: result.structuredContent };
}

async function compare(era: Era, ours: string, bare: string): Promise<void> {
  const requests = Array.from({ length: DOMAINS }, (_, i) => requestFor(era, nameOf(i)));
  const fire = async (url: string) => {
    const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests });
    if (result.errors > 0 || result.non2xx > 0)
      throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refused`);
    return result.requests.average;
  };
  await fire(ours);
  await fire(bare);
  const { service, constant } = await inTurn(ROUNDS, { service: () => fire(ours), constant: () => fire(bare) });
  report({
    bench: BENCH,
    figure: `lookup_domain at ${era}`,
    value: service,
    unit: 'calls/s',
    peer: 'the same tool on a bare server of that line, answering a constant',
    peerValue: constant,
    bar: { atLeast: 0.7 },
  });
}
