import { Server as LegacyServer } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import {
  createMcpHandler,
  isLegacyRequest,
  Server as ModernServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Arguments, ToolListing } from './tool.ts';
import type { CallResult } from './tool-runner.ts';

/** What the service says of itself when a client connects. */
export interface Introduction {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly websiteUrl: string;
  readonly instructions: string;
}

/** How a tool is called on behalf of one request. */
export type CallTool = (name: string, given: Arguments, report: (message: string) => void) => Promise<CallResult>;

export interface Protocol {
  /** Answers one message that passed the gate. */
  serve(request: Request, message: Readonly<Record<string, unknown>>, call: CallTool): Promise<Response>;
}

/** The tools change with a release: an hour is short beside that, and the same for everybody. */
const TOOLS_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const CAPABILITIES = { tools: {} };
/** A server would make one of its own for each request, a fifth of its cost; only elicitation uses it. */
const VALIDATOR = new AjvJsonSchemaValidator();

/**
 * The one place that knows the lines of the protocol. Everything up to 2025-11-25 is served by `@modelcontextprotocol/sdk`;
 * 2026-07-28, which it does not speak, by the same organisation's `@modelcontextprotocol/server`, over the same tools. When the
 * SDK speaks it, the second half goes.
 */
export function createProtocol(introduction: Introduction, tools: readonly ToolListing[]): Protocol {
  const { instructions, ...info } = introduction;
  const names = tools.map(({ name }) => name).join(', ');
  const known = new Set(tools.map(({ name }) => name));
  const calls = new WeakMap<Request, CallTool>();

  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const server = new ModernServer(info, {
        capabilities: CAPABILITIES,
        instructions,
        cacheHints: { 'tools/list': TOOLS_CACHE, 'server/discover': TOOLS_CACHE },
      });
      server.setRequestHandler('tools/list', () => ({ tools: [...tools] }));
      server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
        const call = requestInfo && calls.get(requestInfo);
        if (!call || !known.has(params.name)) {
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name));
        }
        const progress = tellProgress(mcpReq._meta?.progressToken, (params) =>
          mcpReq.notify({ method: 'notifications/progress', params }),
        );
        return await call(params.name, params.arguments ?? {}, progress);
      });
      return server;
    },
    { legacy: 'reject' },
  );

  return {
    async serve(request, message, call) {
      if (await isLegacyRequest(request, message)) return await serveLegacy(request, message, call);
      if (message['method'] === 'subscriptions/listen') return nothingToHear(message['id']);
      calls.set(request, call);
      return await modern.fetch(request, { parsedBody: message });
    },
  };

  /** A server and a transport for each request: nothing is kept between two. */
  async function serveLegacy(
    request: Request,
    message: Readonly<Record<string, unknown>>,
    call: CallTool,
  ): Promise<Response> {
    const server = new LegacyServer(info, {
      capabilities: CAPABILITIES,
      instructions,
      jsonSchemaValidator: VALIDATOR,
    });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { _meta, sendNotification }) => {
      if (!known.has(params.name)) throw new McpError(ErrorCode.InvalidParams, unknownTool(params.name));
      const progress = tellProgress(_meta?.progressToken, (params) =>
        sendNotification({ method: 'notifications/progress', params }),
      );
      return await call(params.name, params.arguments ?? {}, progress);
    });
    // Progress needs a stream; everything else is one answer.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress(message) });
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  }

  function unknownTool(name: string): string {
    return `There is no tool ${name.slice(0, MAX_ECHO)}. The tools are ${names}.`;
  }
}

/** Characters of a caller's own words that an error repeats. */
const MAX_ECHO = 100;

/**
 * The library would hold a stream open for ever, on which nothing comes: the tools change with a release only, and no
 * capability says otherwise.
 */
function nothingToHear(id: unknown): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Nothing changes here while you listen.' };
  return Response.json({ jsonrpc: '2.0', id: id ?? null, error }, { status: 404 });
}

interface Progress {
  [key: string]: unknown;
  progressToken: string | number;
  progress: number;
  message: string;
}

/** Steps as notifications to whoever asked for them; how many there will be, nobody knows. */
function tellProgress(token: string | number | undefined, notify: (progress: Progress) => Promise<void>) {
  let step = 0;
  return (message: string) => {
    if (token === undefined) return;
    step += 1;
    // A client that has gone needs no progress, and the work goes on: others may wait for it.
    notify({ progressToken: token, progress: step, message }).catch(() => {});
  };
}

function wantsProgress({ params }: Readonly<Record<string, unknown>>): boolean {
  if (typeof params !== 'object' || params === null || !('_meta' in params)) return false;
  const { _meta: meta } = params;
  return typeof meta === 'object' && meta !== null && 'progressToken' in meta;
}
