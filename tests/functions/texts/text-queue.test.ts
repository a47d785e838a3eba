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
/** Half a second is expected of each MB of a work, before the first has ended. */
const sized = (client: string, mb: number, deadlineMs = 60_000) =>
  anOrder(client, { size: mb * 1_000_000, deadlineMs });

describe('a queue of works on texts', () => {
  it('refuses a work at once that cannot end in time, and names the time when the thread is idle', async () => {
    const queue = open();
    const first = queue.do(sized('a', 30));
    const second = queue.do(sized('b', 10, 28_000));
    await expect(queue.do(sized('c', 20, 28_000))).rejects.toMatchObject({ ...BUSY, retryAfterS: 20 });
    await Promise.all([first, second]);
  });

  it('expects the work that follows, and never refuses at once a work that continues a visit', async () => {
    const queue = open();
    const first = queue.do(sized('a', 40));
    const next = { ...sized('b', 5, 24_000), followedBy: 'inspect' } as const;
    await expect(queue.do(next)).rejects.toMatchObject(BUSY);
    await Promise.all([first, queue.do({ ...sized('b', 50), deadlineMs: 20_000, continues: true })]);
  });

  it('takes any work while it is idle, and learns how long works take', async () => {
    const queue = open();
    await queue.do(sized('a', 1_000));
    const first = queue.do(sized('a', 1));
    await Promise.all([first, queue.do(sized('b', 500, 200_000))]);
  });

  it('does a work that continues a visit before those that begin one', async () => {
    const queue = open();
    const done: string[] = [];
    const ask = (client: string, continues: boolean) =>
      queue.do(anOrder(client, { continues })).then(() => done.push(client));
    await Promise.all([ask('a', false), ask('b', false), ask('c', true)]);
    expect(done).toEqual(['c', 'a', 'b']);
  });

  it('refuses a work after its deadline, and keeps the thread', async () => {
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

  it('replaces a thread that spends too long on one work', async () => {
    const queue = new TextQueue({ maxWaitingOfClient: 8, limitMs: 250, busy: 'Busy.' });
    opened.push(queue);
    const texts = { before: '- [a](https://a.example/)\n'.repeat(100_000), after: '' };
    await expect(queue.do(anOrder('a', { call: { task: 'compare', input: texts } }))).rejects.toMatchObject(BUSY);
    await queue.do(anOrder('b'));
  });

  it('refuses all that wait when it closes', async () => {
    const queue = open();
    const asked = Promise.allSettled([queue.do(anOrder('a')), queue.do(anOrder('b'))]);
    await queue.close();
    expect(await asked).toMatchObject([
      { status: 'rejected', reason: BUSY },
      { status: 'rejected', reason: BUSY },
    ]);
  });
});
