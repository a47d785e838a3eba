import { decodeBody } from '#llmstxt';

/** Longest line. The rest is dropped, so that a line cannot fill the memory. */
const MAX_LINE_CHARACTERS = 100_001;

/**
 * Yields the lines of a stream without line ends (LF or CRLF). Reads UTF-16 with a byte-order mark, else UTF-8. Stream
 * errors reach the reader.
 */
export async function* readLines(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let rest = '';
  for await (const chunk of stream) {
    if (typeof chunk !== 'string') decoder ??= new TextDecoder(decodeBody(chunk.subarray(0, 2)).encoding);
    const text = typeof chunk === 'string' ? chunk : decoder?.decode(chunk, { stream: true });
    const lines = `${rest}${text}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}
