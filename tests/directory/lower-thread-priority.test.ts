import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

/** Program of a thread that starts with a priority, or with that of the process, lowers it and posts it. */
const PROGRAM = `
  const { getPriority, setPriority } = require('node:os');
  const { parentPort, workerData } = require('node:worker_threads');
  if (workerData.priority !== null) setPriority(workerData.priority);
  import(workerData.module).then(({ lowerThreadPriority }) => {
    lowerThreadPriority();
    parentPort.postMessage(getPriority());
  });
`;
const MODULE = new URL('../../src/directory/lower-thread-priority.ts', import.meta.url).href;

async function priorityOfThread(priority: number | null): Promise<unknown> {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { module: MODULE, priority } });
  const [lowered] = await once(worker, 'message');
  return lowered;
}

describe.runIf(process.platform === 'linux')('priority of a thread', () => {
  it('becomes lower, without a change of the process', async () => {
    const before = getPriority();
    expect(await priorityOfThread(null)).toBeGreaterThan(before);
    expect(getPriority()).toBe(before);
  });

  it('stays if it is lower', async () => {
    expect(await priorityOfThread(15)).toBe(15);
  });
});
