import {
  createMcpHandler,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { AnswerForms } from './answer-forms.ts';
import type { ToolListing } from './tool.ts';
import {
  CAPABILITIES,
  type CallTool,
  createProgressNotifier,
  type Protocol,
  type ServerDescription,
  unknownTool,
} from './tool-call.ts';

/** Cache time of the tool list. Tools change only with a release. */
const TOOLS_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Serves the protocol since 2026-07-28. */
export function createModernProtocol(description: ServerDescription, tools: readonly ToolListing[]): Protocol {
  const { instructions, ...info } = description;
  const names = new Set(tools.map(({ name }) => name));
  const served = new WeakMap<Request, { readonly call: CallTool; readonly forms: AnswerForms }>();
  const openServer: McpServerFactory = ({ requestInfo }) => {
    const server = new Server(info, {
      capabilities: CAPABILITIES,
      instructions,
      cacheHints: { 'tools/list': TOOLS_CACHE, 'server/discover': TOOLS_CACHE },
    });
    server.setRequestHandler('tools/list', () => ({ tools: [...tools] }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const request = requestInfo && served.get(requestInfo);
      if (!request || !names.has(params.name)) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, names));
      }
      // A notification turns the answer into a stream.
      const token = request.forms.events ? mcpReq._meta?.progressToken : undefined;
      const report = createProgressNotifier(token, (progress) =>
        mcpReq.notify({ method: 'notifications/progress', params: progress }),
      );
      return await request.call(params.name, params.arguments ?? {}, report);
    });
    return server;
  };
  const handler = createMcpHandler(openServer, { legacy: 'reject' });
  const streamingHandler = createMcpHandler(openServer, { legacy: 'reject', responseMode: 'sse' });
  return {
    async serve(request, message, forms, call) {
      served.set(request, { call, forms });
      return await (forms.json ? handler : streamingHandler).fetch(request, { parsedBody: message });
    },
  };
}
