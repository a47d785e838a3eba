import { isLegacyRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { createLegacyProtocol } from './legacy-protocol.ts';
import { createModernProtocol } from './modern-protocol.ts';
import type { ToolListing } from './tool.ts';
import type { Protocol, ServerDescription } from './tool-call.ts';

/**
 * Creates the protocol handler. `@modelcontextprotocol/sdk` serves versions up to 2025-11-25, and `@modelcontextprotocol/server`
 * serves 2026-07-28, over the same tools. Remove the second package when the first supports 2026-07-28.
 */
export function createProtocol(description: ServerDescription, tools: readonly ToolListing[]): Protocol {
  const legacy = createLegacyProtocol(description, tools);
  const modern = createModernProtocol(description, tools);
  return {
    async serve(request, message, forms, call) {
      if (await isLegacyRequest(request, message)) return await legacy.serve(request, message, forms, call);
      if (message['method'] === 'subscriptions/listen') return refuseSubscription(message['id']);
      return await modern.serve(request, message, forms, call);
    },
  };
}

/** Refuses a subscription, because tools change only with a release and the stream would stay empty. */
function refuseSubscription(id: unknown): Response {
  const message = 'The server has no subscriptions, because the tools change only with a release.';
  const error = { code: ProtocolErrorCode.MethodNotFound, message };
  return Response.json({ jsonrpc: '2.0', id: id ?? null, error }, { status: 404 });
}
