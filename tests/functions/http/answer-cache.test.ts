import { describe, expect, it } from 'vitest';
import { createAnswerCache } from '../../../functions/http/pipeline/answer-cache.ts';
import { DirectoryError } from '../../../src/directory/errors.ts';

const openCache = () =>
  createAnswerCache<string>(
    () => 0,
    (text) => text.length,
  );

describe('a cache of answers', () => {
  it.each(['rate.limited', 'service.busy'] as const)(
    'refuses only the client whose request failed with %s',
    async (code) => {
      const cache = openCache();
      const refused = cache.get('key', 1_000, () => Promise.reject(new DirectoryError(code, 'Wait.')));
      const other = cache.get('key', 1_000, async () => 'answer');
      await expect(refused).rejects.toMatchObject({ code });
      expect(await other).toBe('answer');
    },
  );

  it('computes one answer for all clients that wait for a refused client', async () => {
    const cache = openCache();
    const refused = cache.get('key', 1_000, () => Promise.reject(new DirectoryError('rate.limited', 'Wait.')));
    let computed = 0;
    const make = async () => `answer ${++computed}`;
    const others = [1, 2, 3].map(() => cache.get('key', 1_000, make));
    await expect(refused).rejects.toMatchObject({ code: 'rate.limited' });
    expect(await Promise.all(others)).toEqual(['answer 1', 'answer 1', 'answer 1']);
    expect(await cache.get('key', 1_000, make)).toBe('answer 1');
  });
});
