import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type Message, requireParams } from './read-message.ts';
import type { ToolListing } from './tool.ts';
import {
  CAPABILITIES,
  createProgressNotifier,
  type Protocol,
  type ServerDescription,
  unknownTool,
} from './tool-call.ts';

/** Share the validator, because creating one per request takes a fifth of its cost. Only elicitation uses the validator. */
const VALIDATOR = new AjvJsonSchemaValidator();

/** Requests that the version 2026-07-28 answers as unknown methods, whatever their parameters are. */
const LEGACY_REQUESTS = new Map([['initialize', InitializeRequestSchema]]);

/** Serves the protocol up to 2025-11-25, with a server and transport per request, so that no state is kept. */
export function createLegacyProtocol(description: ServerDescription, tools: readonly ToolListing[]): Protocol {
  const { instructions, ...info } = description;
  const names = new Set(tools.map(({ name }) => name));
  return {
    async serve(request, message, forms, call) {
      requireParams(message, LEGACY_REQUESTS);
      const server = new Server(info, { capabilities: CAPABILITIES, instructions, jsonSchemaValidator: VALIDATOR });
      server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
      server.setRequestHandler(CallToolRequestSchema, async ({ params }, { _meta, sendNotification }) => {
        // Clients add the code to a message, and the error of the older package adds it too.
        if (!names.has(params.name))
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, names));
        const report = createProgressNotifier(_meta?.progressToken, (progress) =>
          sendNotification({ method: 'notifications/progress', params: progress }),
        );
        return await call(params.name, params.arguments ?? {}, report);
      });
      // Use a stream only for progress.
      const streams = forms.events && (wantsProgress(message) || !forms.json);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
      await server.connect(transport);
      return await transport.handleRequest(request, { parsedBody: message });
    },
  };
}

function wantsProgress({ params }: Message): boolean {
  if (typeof params !== 'object' || params === null || !('_meta' in params)) return false;
  const { _meta: meta } = params;
  return typeof meta === 'object' && meta !== null && 'progressToken' in meta;
}
