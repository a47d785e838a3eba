/** Server-sent events (WHATWG HTML §9.2) to one reader. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** The data is one line of JSON, so it needs no folding. A reader who has gone hears nothing, and nothing fails. */
  send(event: string, data: unknown): void;
  end(): void;
}

export function openEventStream(): EventStream {
  const encoder = new TextEncoder();
  let reader: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      reader = controller;
    },
    cancel: () => {
      reader = null;
    },
  });
  return {
    body,
    send: (event, data) => reader?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    end: () => reader?.close(),
  };
}
