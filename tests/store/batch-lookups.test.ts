import { describe, expect, it } from 'vitest';
import { batchLookups } from '../../src/store/batch-lookups.ts';
import { StoreError } from '../../src/store/store.ts';

/** Creates a database call whose answers the test releases one by one. */
function trips() {
  const asked: (readonly string[])[] = [];
  const doors: ((error?: Error) => void)[] = [];
  const lookup = batchLookups(async (domains) => {
    asked.push(domains);
    await new Promise<void>((resolve, reject) => doors.push((error) => (error ? reject(error) : resolve())));
    return domains.map((domain) => (domain.startsWith('un') ? null : `record of ${domain}`));
  });
  const letThrough = async (error?: Error) => {
    doors.shift()?.(error);
    await new Promise(setImmediate);
  };
  return { asked, lookup, letThrough };
}

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `site${from + i}.com`);

describe('batch of lookups', () => {
  it('sends single lookups until four requests run, then combines lookups', async () => {
    const { asked, lookup, letThrough } = trips();
    const all = Promise.all([...names(0, 6), 'unknown.com', 'site5.com'].map(lookup));
    expect(asked).toEqual([['site0.com'], ['site1.com'], ['site2.com'], ['site3.com']]);
    await letThrough();
    expect(asked.slice(4)).toEqual([['site4.com', 'site5.com', 'unknown.com', 'site5.com']]);
    for (let i = 0; i < 4; i++) await letThrough();
    expect(await all).toEqual([...names(0, 6).map((name) => `record of ${name}`), null, 'record of site5.com']);
    expect(asked).toHaveLength(5);
  });

  it('contains at most a hundred domains', async () => {
    const { asked, lookup, letThrough } = trips();
    const all = Promise.all(names(0, 254).map(lookup));
    for (let i = 0; i < 7; i++) await letThrough();
    expect(await all).toEqual(names(0, 254).map((name) => `record of ${name}`));
    expect(asked.map((together) => together.length)).toEqual([1, 1, 1, 1, 100, 100, 50]);
  });

  it('rejects all lookups of a failed batch, and answers the next batch', async () => {
    const { lookup, letThrough } = trips();
    const failed = Promise.allSettled(names(0, 6).map(lookup));
    for (let i = 0; i < 4; i++) await letThrough();
    const later = lookup('later.com');
    await letThrough(new Error('the way is lost'));
    await letThrough();
    expect((await failed).map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected', 'rejected']);
    expect(await later).toBe('record of later.com');
  });

  it('fails all waiting lookups if the store is unavailable, and tries again for the next', async () => {
    const { asked, lookup, letThrough } = trips();
    const failed = Promise.allSettled(names(0, 300).map(lookup));
    await letThrough(new StoreError('unavailable', 'no answer'));
    for (let i = 0; i < 3; i++) await letThrough();
    expect((await failed).map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(297);
    expect(asked).toHaveLength(4);
    const later = lookup('later.com');
    await letThrough();
    expect(await later).toBe('record of later.com');
  });
});
