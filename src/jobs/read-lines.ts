/** The rest of a longer line is dropped: no list has such lines, and one must not fill the memory. */
const MAX_LINE_CHARACTERS = 100_001;

/** The lines of a stream of UTF-8, without their ends (LF or CRLF). Errors of the stream reach the reader. */
export async function* readLines(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}
