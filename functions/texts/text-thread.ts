import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../src/directory/lower-thread-priority.ts';
import { toMessage } from '../../src/directory/to-message.ts';
import type { TextReply } from './text-queue.ts';
import { runWork, type ThreadCall } from './works.ts';

lowerThreadPriority();
// Only text-queue.ts starts this thread, with its own types at both ends of the port.
parentPort?.on('message', (call: ThreadCall) => {
  parentPort?.postMessage(replyTo(call));
});
warmUp();
parentPort?.postMessage('ready');

/**
 * Works on a text of 150 kB, because V8 compiles only code that ran often. Without this call, the first large texts take twice
 * as long.
 */
function warmUp(): void {
  const body = `# T\n\n${'## S\n- [a](https://a.example/b): note\n'.repeat(4_000)}`;
  const file = { domain: 'a.example', input: { body }, simulates: true };
  runWork({ task: 'look', input: { ...file, chance: 0 } });
  runWork({ task: 'inspect', input: file });
  runWork({ task: 'summarize', input: { before: body, after: body } });
}

function replyTo(call: ThreadCall): TextReply<unknown> {
  try {
    return { output: runWork(call) };
  } catch (error) {
    return { error: toMessage(error) };
  }
}
