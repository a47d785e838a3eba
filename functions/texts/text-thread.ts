import { parentPort } from 'node:worker_threads';
import type { TextOrder, TextReply } from './text-queue.ts';
import { createThreadWorker } from './thread-work.ts';

const work = createThreadWorker();

// Only text-queue.ts starts this thread, with its own types at both ends of the port.
parentPort?.on('message', ({ call, reply }: TextOrder) => {
  reply.postMessage(replyTo(call));
});

function replyTo(call: TextOrder['call']): TextReply<ReturnType<typeof work>> {
  try {
    return { output: work(call) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
