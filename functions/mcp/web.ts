import { paths } from '../../src/directory/urls.ts';
import type { Answer, Call } from '../http/answer.ts';

/** The fields of a request that the protocol reads. */
const PROTOCOL_FIELDS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/** The request as the protocol's own libraries take it. Its body has been read. */
export function requestOf(call: Call, baseUrl: string): Request {
  const headers = new Headers();
  for (const name of PROTOCOL_FIELDS) {
    const value = call.header(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('accept', acceptOf(call));
  return new Request(`${baseUrl}${paths.mcp}`, { method: 'POST', headers });
}

/** The libraries look for both names in the text, so a wildcard is spelled out for them. */
function acceptOf(call: Call): string {
  const accept = call.header('accept') ?? '*/*';
  return accept.includes('*/*') ? `${JSON_TYPE}, ${EVENTS_TYPE}` : accept;
}

/** A library's response as an answer: a stream stays one. */
export async function answerOf(response: Response): Promise<Answer> {
  const headers = Object.fromEntries(response.headers);
  const { status, body } = response;
  if (body === null) return { status, headers, body: null };
  if (!headers['content-type']?.startsWith(EVENTS_TYPE)) return { status, headers, body: await response.text() };
  return { status, headers: { ...headers, 'x-accel-buffering': 'no' }, body: textOf(body) };
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of body) yield decoder.decode(part, { stream: true });
}
