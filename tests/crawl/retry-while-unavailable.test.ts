import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { retryWhileUnavailable } from '../../src/crawl/retry-while-unavailable.ts';
import { StoreError, type StoreErrorKind } from '../../src/store/store.ts';

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  // Let modules that have imported the timers see the mock.
  syncBuiltinESMExports();
});
afterEach(() => {
  mock.timers.reset();
  syncBuiltinESMExports();
});

/** Calls a store that fails for a time. Returns the result, the seconds until then, and the number of calls. */
async function callDuring(outageMs: number, kind: StoreErrorKind = 'unavailable') {
  let calls = 0;
  let result: string | null = null;
  void retryWhileUnavailable(async () => {
    calls += 1;
    if (Date.now() < outageMs) throw new StoreError(kind, 'away');
    return 'done';
  }).then(
    (done) => (result = done),
    (error) => (result = error.message),
  );
  for (await turn(); result === null; await turn()) mock.timers.tick(250);
  return { result, seconds: Date.now() / 1_000, calls };
}

it('outlasts an outage of half a minute', async () => {
  expect(await callDuring(0)).toEqual({ result: 'done', seconds: 0, calls: 1 });
  expect(await callDuring(30_000)).toEqual({ result: 'done', seconds: 30.25, calls: 6 });
});

it('ends with the last error after about a minute', async () => {
  expect(await callDuring(3_600_000)).toEqual({ result: 'away', seconds: 65.25, calls: 8 });
});

it('does not repeat a refused call', async () => {
  expect(await callDuring(30_000, 'refused')).toEqual({ result: 'away', seconds: 0, calls: 1 });
});
