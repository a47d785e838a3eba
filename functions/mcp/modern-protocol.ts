import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { ToolListing } from './tool.ts';
import {
  CAPABILITIES,
  type CallTool,
  createProgressNotifier,
  type Protocol,
  type ServerDescription,
  unknownTool,
} from './tool-call.ts';

/** The tools change with a release: an hour is short beside that, and the same for everybody. */
const TOOLS_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** The protocol since 2026-07-28. */
export function createModernProtocol(description: ServerDescription, tools: readonly ToolListing[]): Protocol {
  const { instructions, ...info } = description;
  const names = new Set(tools.map(({ name }) => name));
  const calls = new WeakMap<Request, CallTool>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const server = new Server(info, {
        capabilities: CAPABILITIES,
        instructions,
        cacheHints: { 'tools/list': TOOLS_CACHE, 'server/discover': TOOLS_CACHE },
      });
      server.setRequestHandler('tools/list', () => ({ tools: [...tools] }));
      server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
        const call = requestInfo && calls.get(requestInfo);
        if (!call || !names.has(params.name)) {
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, names));
        }
        const report = createProgressNotifier(mcpReq._meta?.progressToken, (progress) =>
          mcpReq.notify({ method: 'notifications/progress', params: progress }),
        );
        return await call(params.name, params.arguments ?? {}, report);
      });
      return server;
    },
    { legacy: 'reject' },
  );
  return {
    async serve(request, message, call) {
      calls.set(request, call);
      return await handler.fetch(request, { parsedBody: message });
    },
  };
}
