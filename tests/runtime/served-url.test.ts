import { describe, expect, it } from 'vitest';
import { EnvError } from '../../src/runtime/env.ts';
import { recordServedUrl, requireServedUrl } from '../../src/runtime/served-url.ts';

const LOCAL = 'http://127.0.0.1:4321';
const PUBLIC = 'https://dir.org';

function storeAt(served: string | null) {
  return {
    served,
    getServedUrl: async function () {
      return this.served;
    },
    setServedUrl: async function (url: string) {
      this.served = url;
    },
  };
}

describe('URL of a directory', () => {
  it.each([
    ['the first one', null, LOCAL, LOCAL],
    ['a public one after a local one', LOCAL, PUBLIC, PUBLIC],
    ['another public one', PUBLIC, 'https://new.org', 'https://new.org'],
    ['another local one', LOCAL, 'http://localhost:1', 'http://localhost:1'],
    ['no local one after a public one', PUBLIC, LOCAL, PUBLIC],
  ])('becomes %s', async (_what, before, url, after) => {
    const store = storeAt(before);
    await recordServedUrl(store, { BASE_URL: url });
    expect(store.served).toBe(after);
  });

  it.each([
    ['was never served', null, PUBLIC],
    ['is served there', PUBLIC, PUBLIC],
  ])('allows a build if the directory %s', async (_what, served, url) => {
    await expect(requireServedUrl(storeAt(served), { BASE_URL: url })).resolves.toBeUndefined();
  });

  it.each([
    [PUBLIC, LOCAL],
    [PUBLIC, 'https://new.org'],
    [LOCAL, PUBLIC],
  ])('stops a build for another URL: served at %s, built for %s', async (served, url) => {
    const building = requireServedUrl(storeAt(served), { BASE_URL: url });
    await expect(building).rejects.toThrow(EnvError);
    await expect(building).rejects.toThrow(
      `BASE_URL: the pages would name ${url}, but this directory is served at ${served}: set BASE_URL to it, or add --new-base-url`,
    );
  });
});
