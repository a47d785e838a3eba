import type { ServerResponse } from 'node:http';

/** Chunks of streamed files, by response. A Node server sends the chunks without copies. */
const chunksByResponse = new WeakMap<Response, AsyncIterable<Uint8Array>>();

export function rememberChunks(response: Response, chunks: AsyncIterable<Uint8Array>): void {
  chunksByResponse.set(response, chunks);
}

/** Returns the chunks of a streamed file, or null if the body is something else. */
export function findChunks(response: Response): AsyncIterable<Uint8Array> | null {
  return chunksByResponse.get(response) ?? null;
}

/** Sends a response, with each chunk after the previous one has left the process. A failure closes the connection. */
export async function sendChunks(
  { status, headers }: Response,
  chunks: AsyncIterable<Uint8Array>,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  try {
    for await (const chunk of chunks) await write(outgoing, chunk);
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

function write(outgoing: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
