import type { Report } from '../../src/operations/context.ts';

/** An event of `text/event-stream` (WHATWG HTML §9.2). The data is one line of JSON, so it needs no folding. */
export interface ServerEvent {
  readonly event: 'progress' | 'result' | 'problem';
  readonly data: unknown;
}

/**
 * The progress of `work` as it happens, then its last event. The work begins at once and goes on if nobody reads:
 * others may be waiting for the same result.
 */
export async function* streamEvents(work: (report: Report) => Promise<ServerEvent>): AsyncGenerator<string> {
  const ready: ServerEvent[] = [];
  let wake = () => {};
  const put = (event: ServerEvent) => {
    ready.push(event);
    wake();
  };
  work((message) => put({ event: 'progress', data: { message } })).then(put);
  while (true) {
    const next = ready.shift();
    if (next) {
      yield `event: ${next.event}\ndata: ${JSON.stringify(next.data)}\n\n`;
      if (next.event !== 'progress') return;
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

/** A stream whose first part has been asked for already. */
export async function* resume(
  first: Promise<IteratorResult<string>>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const opened = await first;
  if (opened.done) return;
  yield opened.value;
  yield* rest;
}
