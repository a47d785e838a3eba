import { DirectoryError } from '../../src/directory/errors.ts';
import { readJson } from '../http/read-body.ts';

/** JSON-RPC 2.0 §5.1, and the first of its codes that are free for servers. */
export const RPC = { parse: -32_700, invalid: -32_600, params: -32_602, refused: -32_000 } as const;

/** A message as JSON-RPC means it: one object. */
export type Message = Readonly<Record<string, unknown>>;

/** A body that is no message: the failure, with its code in JSON-RPC. */
export class InvalidMessage extends DirectoryError {
  readonly rpcCode: number;

  constructor(rpcCode: number, detail: string) {
    super('request.invalid', detail);
    this.rpcCode = rpcCode;
  }
}

/** The one message in the body. Rejects with `InvalidMessage`, media.unsupported or request.too_large. */
export async function readMessage(request: Request): Promise<Message> {
  const parsed = await readJson(request);
  if (parsed === undefined) throw new InvalidMessage(RPC.parse, 'The body is not JSON in UTF-8.');
  if (Array.isArray(parsed)) {
    const detail = 'Batches are not served: send each message in a request of its own.';
    throw new InvalidMessage(RPC.invalid, detail);
  }
  if (!isObject(parsed)) throw new InvalidMessage(RPC.invalid, 'The body must be a JSON-RPC message.');
  const message = withoutNullArguments(parsed);
  requireCall(message);
  return message;
}

/** Some clients send null for the arguments of a call without any; the libraries refuse that. */
function withoutNullArguments(message: Message): Message {
  const { params } = message;
  if (!isObject(params) || params['arguments'] !== null) return message;
  const { arguments: _, ...rest } = params;
  return { ...message, params: rest };
}

/** The id to answer to; null where the message has none (JSON-RPC 2.0 §5). */
export function messageId(message: Message | null): string | number | null {
  const id = message?.['id'];
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The name of the tool that a message calls; null for any other message. */
export function calledTool(message: Message): string | null {
  if (message['method'] !== 'tools/call' || !isObject(message['params'])) return null;
  const { name } = message['params'];
  return typeof name === 'string' ? name : null;
}

/** The libraries answer a malformed call with a list of their own; this says the same in a sentence. */
function requireCall(message: Message): void {
  if (message['method'] !== 'tools/call') return;
  const given = isObject(message['params']) ? message['params']['arguments'] : undefined;
  if (calledTool(message) !== null && (given === undefined || isObject(given))) return;
  const detail = 'A call of a tool has its name in `params.name` and an object in `params.arguments`.';
  throw new InvalidMessage(RPC.params, detail);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
