import { DirectoryError } from '../../src/directory/errors.ts';
import type { Call } from '../http/answer.ts';
import { MAX_BODY_BYTES } from '../http/read-input.ts';

/** JSON-RPC 2.0 §5.1, and the first of its codes that are free for servers. */
const RPC = { parse: -32_700, invalid: -32_600, params: -32_602, refused: -32_000 } as const;

/** A message as JSON-RPC means it: one object. */
export type Message = Readonly<Record<string, unknown>>;

/** A request that does not reach the protocol: the failure, and its code there. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: DirectoryError;
  readonly code: number;

  constructor(problem: DirectoryError, code: number = RPC.refused) {
    super(problem.message);
    this.problem = problem;
    this.code = code;
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses requests for another host, and those that a page of another site makes in a browser: without it such a page could
 * lead a local server by a name of its own (DNS rebinding). Throws `DirectoryError` origin.forbidden.
 */
export function requireOwnSite(call: Call, baseUrl: string): void {
  const own = new URL(baseUrl);
  const host = call.header('host');
  if (host === null || !isOwn(`${own.protocol}//${host}`, own)) {
    throw new DirectoryError('origin.forbidden', `This endpoint answers at ${own.host} only.`);
  }
  const origin = call.header('origin');
  if (origin !== null && !isOwn(origin, own)) {
    throw new DirectoryError('origin.forbidden', 'A page of another site may not call this endpoint.');
  }
}

function isOwn(origin: string, own: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  // Only an origin: what follows a host in either field was put there to mislead.
  if (asked.href !== `${asked.origin}/`) return false;
  if (asked.origin === own.origin) return true;
  return (
    LOOPBACK.has(own.hostname) &&
    LOOPBACK.has(asked.hostname) &&
    asked.port === own.port &&
    asked.protocol === own.protocol
  );
}

/** The one message in the body. Throws `Refused`. */
export async function readMessage(call: Call): Promise<Message> {
  const type = call.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const coding = call.header('content-encoding')?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' || (coding !== '' && coding !== 'identity')) {
    throw new Refused(new DirectoryError('media.unsupported', 'The body must be uncompressed application/json.'));
  }
  const bytes = await call.readBody(MAX_BODY_BYTES);
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refused(new DirectoryError('request.invalid', 'The body is not JSON in UTF-8.'), RPC.parse);
  }
  if (Array.isArray(parsed)) {
    const detail = 'Batches are not served: send each message in a request of its own.';
    throw new Refused(new DirectoryError('request.invalid', detail), RPC.invalid);
  }
  if (!isObject(parsed)) {
    throw new Refused(new DirectoryError('request.invalid', 'The body must be a JSON-RPC message.'), RPC.invalid);
  }
  return withCall(parsed);
}

/** The libraries answer a malformed call with a list of their own; this says the same in a sentence. */
function withCall(message: Message): Message {
  if (message['method'] !== 'tools/call') return message;
  const params = isObject(message['params']) ? message['params'] : {};
  const given = params['arguments'];
  if (typeof params['name'] === 'string' && (given === undefined || isObject(given))) return message;
  const detail = 'A call of a tool has its name in `params.name` and an object in `params.arguments`.';
  throw new Refused(new DirectoryError('request.invalid', detail), RPC.params);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
