/** Server-sent events (WHATWG HTML §9.2) for one client. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Sends one event with JSON data. Does nothing if the client disconnected. */
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
