import { Worker } from 'node:worker_threads';
import { StoreError } from '../store-error.ts';
import type { EmbeddedDatabase, EmbeddedKeys } from './embedded.ts';
import type { ThreadOrder, ThreadReply, ThreadSetup } from './embedded-worker.ts';
import type { RpcAnswer, RpcRequest } from './rpc-bridge.ts';

/** Runs the embedded database in a worker thread, so that queries do not block the event loop. */
export async function openEmbeddedThread(
  folder: string,
  migrations: URL,
  keys: EmbeddedKeys,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    // Do not pass the command line's flags, because some, such as `--input-type`, end the worker.
    execArgv: [],
    workerData: { folder, migrations: migrations.href, keys } satisfies ThreadSetup,
  });
  const waiting = new Map<number, PromiseWithResolvers<RpcAnswer | null>>();
  let next = 0;
  let ended: Error | null = null;
  const expect = (id: number) => {
    const answer = Promise.withResolvers<RpcAnswer | null>();
    waiting.set(id, answer);
    // Keep the process alive only while the worker is busy.
    worker.ref();
    return answer.promise;
  };
  const end = (error: Error) => {
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (reply: ThreadReply) => {
    const waiter = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if ('answer' in reply) waiter?.resolve(reply.answer);
    else waiter?.reject(new StoreError(reply.kind, reply.message));
  });
  worker.on('error', (error) => end(new StoreError('broken', 'the database thread failed', { cause: error })));
  worker.on('exit', () => end(new StoreError('unavailable', 'the database is closed')));
  const send = (request: RpcRequest | null) => {
    if (ended !== null) return Promise.reject(ended);
    next += 1;
    const answer = expect(next);
    worker.postMessage({ id: next, request } satisfies ThreadOrder);
    return answer;
  };
  await expect(0);
  return {
    bridge: async (request) => {
      const answer = await send(request);
      if (answer === null) throw new StoreError('broken', 'the database thread answered nothing');
      return answer;
    },
    close: async () => {
      await send(null);
    },
  };
}
