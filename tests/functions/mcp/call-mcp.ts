import type { Fake } from '../http/serve-fake.ts';

/** Versions of the two protocol lines. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** Sends a JSON-RPC request of a protocol line over HTTP. */
export function rpc(era: Era, method: string, params: Record<string, unknown> = {}, id: number | string = 1) {
  if (era === '2025-11-25') {
    return {
      body: { jsonrpc: '2.0', id, method, params },
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': era },
    };
  }
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const given = typeof params['_meta'] === 'object' ? params['_meta'] : {};
  return {
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...given, ...envelope } } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      'mcp-method': method,
      ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
    },
  };
}

export async function ask(
  { send }: Pick<Fake, 'send'>,
  era: Era,
  method: string,
  params?: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const request = rpc(era, method, params);
  return await send('POST', '/mcp', request.body, { ...request.headers, ...headers });
}

/** Calls a tool and returns its result. A protocol failure fails the test. */
export async function callTool(
  fake: Pick<Fake, 'send'>,
  name: string,
  given: unknown,
  era: Era = '2025-11-25',
): Promise<ToolResult> {
  const response = await ask(fake, era, 'tools/call', { name, arguments: given });
  const answer = await response.json();
  if (response.status !== 200 || !answer.result) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  return answer.result;
}
