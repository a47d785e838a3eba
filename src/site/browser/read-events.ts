/** Event of `text/event-stream` with JSON data. */
export interface StreamedEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Yields the events of our API's stream. An event has `event:`, one line of `data:` and a blank line. */
export async function* readEvents(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamedEvent> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  while (true) {
    const { done, value } = await reader.read();
    const blocks = (rest + (value ?? '')).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield parseEvent(block);
    if (done) return;
  }
}

function parseEvent(block: string): StreamedEvent {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? '';
  return { event: field('event'), data: JSON.parse(field('data') || 'null') };
}
