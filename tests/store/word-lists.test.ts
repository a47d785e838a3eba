import { expect, it } from 'vitest';
import type { Call } from '../../src/store/client.ts';
import { createWordLists } from '../../src/store/search-words.ts';

/** Creates a store call that returns a list with one word, after `failures` failed calls. */
function answering(failures = 0) {
  let calls = 0;
  const call = (async () => {
    calls += 1;
    await Promise.resolve();
    if (calls <= failures) throw new Error('the store is away');
    return { version: 'v', sites: 9, words: 'tides 3' };
  }) as unknown as Call;
  return { call, count: () => calls };
}

it('shares one read among concurrent callers', async () => {
  const { call, count } = answering();
  const lists = createWordLists(call, () => 0);
  const both = await Promise.all([lists.read(), lists.read()]);
  expect(both.map((list) => list.sitesWith('tide'))).toEqual([3, 3]);
  expect(count()).toBe(1);
});

it('reads the list again after a failure', async () => {
  const lists = createWordLists(answering(1).call, () => 0);
  await expect(lists.read()).rejects.toThrow('the store is away');
  expect((await lists.read()).sites).toBe(9);
});

it('answers a running read after a new list was counted, and reads the new list next', async () => {
  const reads = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  let calls = 0;
  const call = (() => reads[calls++]?.promise) as unknown as Call;
  const lists = createWordLists(call, () => 0);
  const early = lists.read();
  lists.forget();
  const late = lists.read();
  reads[1]?.resolve({ version: 'new', sites: 8, words: 'tides 4' });
  expect((await late).sites).toBe(8);
  reads[0]?.resolve({ version: 'old', sites: 9, words: 'tides 3' });
  expect((await early).sites).toBe(9);
  expect((await lists.read()).sites).toBe(8);
});
