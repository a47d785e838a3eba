/** Opens server-sent events (WHATWG HTML §9.2) for one client. */
export function openEventStream() {
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
    /** Sends one event with JSON data. Does nothing if the client disconnected. */
    send: (event: string, data: unknown) =>
      reader?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    end: () => reader?.close(),
  };
}
