import { CallToolRequestSchema, ListToolsRequestSchema, PingRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ZodType } from 'zod';
import { DirectoryError } from '../../src/directory/errors.ts';
import { readJson } from '../http/pipeline/read-body.ts';

/** Error codes of JSON-RPC 2.0 §5.1, and the first server code. */
export const RPC = { parse: -32_700, invalid: -32_600, params: -32_602, refused: -32_000 } as const;

export type Message = Readonly<Record<string, unknown>>;

/** Failure of a body that is not a message, with its JSON-RPC code. */
export class InvalidMessage extends DirectoryError {
  readonly rpcCode: number;

  constructor(rpcCode: number, detail: string) {
    super('request.invalid', detail);
    this.rpcCode = rpcCode;
  }
}

/**
 * Reads the message of the body. Rejects with `InvalidMessage`, or request.invalid, media.unsupported or
 * request.too_large.
 */
export async function readMessage(request: Request): Promise<Message> {
  const parsed = await readJson(request);
  if (parsed === undefined) throw new InvalidMessage(RPC.parse, 'The body is not JSON in UTF-8.');
  if (Array.isArray(parsed)) {
    const detail = 'The server rejects batches. Send each message in a separate request.';
    throw new InvalidMessage(RPC.invalid, detail);
  }
  if (!isObject(parsed)) throw new InvalidMessage(RPC.invalid, 'The body must be a JSON-RPC message.');
  return withoutIgnoredParams(parsed);
}

/**
 * Accepts null as a missing parameter, because some clients send null and the libraries refuse it. Removes `task`, which a server
 * without tasks must ignore.
 */
function withoutIgnoredParams(message: Message): Message {
  const { params } = message;
  if (!isObject(params)) return message;
  const entries = Object.entries(params).filter(([name, value]) => value !== null && name !== 'task');
  return { ...message, params: Object.fromEntries(entries) };
}

/** Returns the id of the message, or null (JSON-RPC 2.0 §5). */
export function messageId(message: Message | null): string | number | null {
  const id = message?.['id'];
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Returns the tool name of a call, or null for other messages. */
export function calledTool(message: Message): string | null {
  if (message['method'] !== 'tools/call' || !isObject(message['params'])) return null;
  const { name } = message['params'];
  return typeof name === 'string' ? name : null;
}

export function calledDomain({ params }: Message): unknown {
  return isObject(params) && isObject(params['arguments']) ? params['arguments']['domain'] : undefined;
}

type Requests = ReadonlyMap<string, ZodType>;

/** Requests with parameters that all versions of the protocol share. */
const SHARED_REQUESTS: Requests = new Map<string, ZodType>([
  ['ping', PingRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/** Throws `InvalidMessage` for invalid parameters. The libraries would answer with a raw list. */
export function requireParams(message: Message, requests = SHARED_REQUESTS): void {
  const { method } = message;
  const parsed = typeof method === 'string' ? requests.get(method)?.safeParse(message) : undefined;
  if (!parsed?.error) return;
  const paths = new Set(parsed.error.issues.map(({ path }) => `\`${path.join('.')}\``));
  throw new InvalidMessage(RPC.params, `These members of ${method} are missing or invalid: ${[...paths].join(', ')}.`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
