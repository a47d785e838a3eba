import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** Program of a thread that lowers its priority and posts it. */
const PROGRAM = `
  const { getPriority } = require('node:os');
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(({ lowerThreadPriority }) => {
    lowerThreadPriority();
    parentPort.postMessage(getPriority());
  });
`;
const MODULE = new URL('../../src/directory/lower-thread-priority.ts', import.meta.url).href;

it.runIf(process.platform === 'linux')('lowers the priority of the thread, not of the process', async () => {
  const before = getPriority();
  const [priority] = await once(new Worker(PROGRAM, { eval: true, workerData: MODULE }), 'message');
  expect(priority).toBeGreaterThan(before);
  expect(getPriority()).toBe(before);
});
