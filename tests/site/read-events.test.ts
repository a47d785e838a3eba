import { describe, expect, it } from 'vitest';
import { hostOf } from '../../src/site/browser/host-of.ts';
import { readEvents, type StreamedEvent } from '../../src/site/browser/read-events.ts';

function streamOf(parts: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
}

async function listOf(parts: readonly string[]): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of readEvents(streamOf(parts))) events.push(event);
  return events;
}

describe('a stream of events', () => {
  const whole =
    'event: progress\ndata: {"message":"Reading é"}\n\nevent: result\ndata: {"domain":"a.net","text":"a\\n\\nb"}\n\n';
  it.each([
    ['in one part', [whole]],
    ['in parts that cut an event', [whole.slice(0, 20), whole.slice(20, 60), whole.slice(60)]],
    ['character by character', [...whole]],
  ])('arrives %s', async (_, parts) => {
    expect(await listOf(parts)).toEqual([
      { event: 'progress', data: { message: 'Reading é' } },
      { event: 'result', data: { domain: 'a.net', text: 'a\n\nb' } },
    ]);
  });

  it('yields only complete events if cut', async () => {
    expect(await listOf([whole.slice(0, 70)])).toHaveLength(1);
  });
});

describe('host of an input', () => {
  it.each([
    ['example.com', 'example.com'],
    [' https://example.com/docs?x=1 ', 'example.com'],
    ['HTTP://Example.com:80', 'example.com'],
    ['https://example.com:8443/', 'example.com:8443'],
    ['https://me:secret@example.com/', 'https://me:secret@example.com/'],
    ['not a name', 'not a name'],
    ['https://', 'https://'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('turns %j into %j', (typed, host) => {
    expect(hostOf(typed)).toBe(host);
  });
});
