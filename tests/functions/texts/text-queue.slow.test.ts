import { afterEach, describe, expect, it } from 'vitest';
import { type TextOrder, TextQueue } from '../../../functions/texts/text-queue.ts';

const BUSY = { code: 'service.busy', message: 'Busy.' };

const opened: TextQueue[] = [];
afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.close();
});
function open(): TextQueue {
  const queue = new TextQueue({ maxWaitingOfClient: 8, limitMs: 60_000, busy: 'Busy.' });
  opened.push(queue);
  return queue;
}

const anOrder = (client: string, over: Partial<TextOrder> = {}): TextOrder => ({
  call: { task: 'readPart', input: { body: '# T\n', section: null, page: 1 } },
  size: 100,
  client,
  deadlineMs: 60_000,
  ...over,
});
/** Creates a task. Before the first result, the queue assumes half a second per MB. */
const sized = (client: string, mb: number, deadlineMs = 60_000) =>
  anOrder(client, { size: mb * 1_000_000, deadlineMs });

describe('queue of tasks on texts', () => {
  it('refuses a text that would miss its deadline immediately, with the time until idle', async () => {
    const queue = open();
    const first = queue.do(sized('a', 30));
    const second = queue.do(sized('b', 10, 28_000));
    await expect(queue.do(sized('c', 20, 28_000))).rejects.toMatchObject({ ...BUSY, retryAfterS: 20 });
    await Promise.all([first, second]);
  });

  it('never immediately refuses a text of a visit', async () => {
    const queue = open();
    const first = queue.do(sized('a', 40));
    const next = { ...sized('b', 5, 24_000), followedBy: 'inspect' } as const;
    await expect(queue.do(next)).rejects.toMatchObject(BUSY);
    await Promise.all([first, queue.do({ ...sized('b', 50), deadlineMs: 20_000, continues: true })]);
  });

  it('accepts any task while idle and measures durations', async () => {
    const queue = open();
    await queue.do(sized('a', 1_000));
    const first = queue.do(sized('a', 1));
    await Promise.all([first, queue.do(sized('b', 500, 200_000))]);
  });

  it('prefers tasks that continue a visit', async () => {
    const queue = open();
    const done: string[] = [];
    const ask = (client: string, continues: boolean) =>
      queue.do(anOrder(client, { continues })).then(() => done.push(client));
    await Promise.all([ask('a', false), ask('b', false), ask('c', true)]);
    expect(done).toEqual(['c', 'a', 'b']);
  });

  it('refuses a task after its deadline and keeps the thread', async () => {
    const threads: unknown[] = [];
    const onWorker = (thread: unknown) => threads.push(thread);
    process.on('worker', onWorker);
    const queue = open();
    await queue.do(anOrder('a'));
    const body = '- [a](https://a.example/)\n'.repeat(20_000);
    const slow = anOrder('a', { call: { task: 'readPart', input: { body, section: null, page: 1 } }, deadlineMs: 1 });
    await expect(queue.do(slow)).rejects.toMatchObject(BUSY);
    await queue.do(anOrder('b'));
    process.off('worker', onWorker);
    expect(threads).toHaveLength(1);
  });

  it('replaces a thread that needs too long for one text', async () => {
    const queue = new TextQueue({ maxWaitingOfClient: 8, limitMs: 250, busy: 'Busy.' });
    opened.push(queue);
    const texts = { before: '- [a](https://a.example/)\n'.repeat(100_000), after: '' };
    await expect(queue.do(anOrder('a', { call: { task: 'summarize', input: texts } }))).rejects.toMatchObject(BUSY);
    await queue.do(anOrder('b'));
  });

  it('refuses waiting tasks on close', async () => {
    const queue = open();
    const asked = Promise.allSettled([queue.do(anOrder('a')), queue.do(anOrder('b'))]);
    await queue.close();
    expect(await asked).toMatchObject([
      { status: 'rejected', reason: BUSY },
      { status: 'rejected', reason: BUSY },
    ]);
  });
});
