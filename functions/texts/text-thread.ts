import { parentPort } from 'node:worker_threads';
import type { TextReply } from './text-queue.ts';
import { createThreadWorker, type ThreadCall } from './thread-work.ts';

const work = createThreadWorker();

// Only text-queue.ts starts this thread, with its own types at both ends of the port.
parentPort?.on('message', (call: ThreadCall) => {
  parentPort?.postMessage(replyTo(call));
});
parentPort?.postMessage('ready');

function replyTo(call: ThreadCall): TextReply<ReturnType<typeof work>> {
  try {
    return { output: work(call) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
