import { DirectoryError } from '../../src/directory/errors.ts';
import { type Answer, type Call, isStream } from './answer.ts';

/** A call from a web-standard request. */
export function callOf(request: Request, address: string): Call {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    // A web-standard request has its host in the URL.
    header: (name) => request.headers.get(name) ?? (name === 'host' ? url.host : null),
    address,
    async readBody(maxBytes) {
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of request.body ?? []) {
        size += part.byteLength;
        if (size > maxBytes) throw tooLarge(maxBytes);
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
  };
}

export function tooLarge(maxBytes: number): DirectoryError {
  return new DirectoryError('request.too_large', `The body has more than ${maxBytes / 1024} KiB.`);
}

const encoder = new TextEncoder();

/** The web-standard response of an answer. */
export function responseOf(answer: Answer, method: string): Response {
  const { status, headers, body } = answer;
  if (body === null || method === 'HEAD') return new Response(null, { status, headers });
  if (isStream(body)) return new Response(streamOf(body), { status, headers });
  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);
  return new Response(bytes, { status, headers });
}

function streamOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel() {
      // Not awaited: a generator that waits for its next event ends with it.
      void iterator.return?.();
    },
  });
}
