import { isLegacyRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { createLegacyProtocol } from './legacy-protocol.ts';
import { createModernProtocol } from './modern-protocol.ts';
import type { ToolListing } from './tool.ts';
import type { Protocol, ServerDescription } from './tool-call.ts';

/**
 * The one place that knows the versions of the protocol. Everything up to 2025-11-25 is served by `@modelcontextprotocol/sdk`;
 * 2026-07-28, which it does not speak, by the same organization's `@modelcontextprotocol/server`, over the same tools. When the
 * SDK speaks it, the second goes.
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

/**
 * The library would hold a stream open for ever, on which nothing comes: the tools change with a release only, and no
 * capability says otherwise.
 */
function refuseSubscription(id: unknown): Response {
  const message = 'There is nothing to subscribe to: the tools change with a release only.';
  const error = { code: ProtocolErrorCode.MethodNotFound, message };
  return Response.json({ jsonrpc: '2.0', id: id ?? null, error }, { status: 404 });
}
