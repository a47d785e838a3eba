import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FreshFiles, type FreshFilesOptions } from '../../../functions/http/pages/fresh-files.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import type { Change } from '../../../src/store/store.ts';
import { fileOfText } from './file-of-text.ts';

/** Creates a store with changes only, a build with a cursor, and the files between them. */
function open(change: Partial<FreshFilesOptions> & { built?: boolean } = {}) {
  const changes: Change[] = [];
  const builds: string[][] = [];
  let told = 0;
  let built: number | null = change.built === false ? null : 0;
  let gate: Promise<void> = Promise.resolve();
  const file = fileOfText('');
  const write = (...domains: string[]) => {
    for (const domain of domains) {
      changes.push({ domain, revision: String(changes.length + 1), tier: null, removed: false });
    }
  };
  const fresh = new FreshFiles({
    store: {
      listChanges: async (cursor, limit) => {
        const from = Number(cursor);
        const some = changes.slice(from, from + limit);
        return { changes: some, cursor: String(from + some.length), more: from + some.length < changes.length };
      },
    },
    files: { find: async () => file },
    readCursor: async () => (built === null ? null : String(built)),
    startsSite: true,
    build: async () => {
      const upTo = changes.length;
      builds.push(changes.slice(built ?? 0).map(({ domain }) => domain));
      await gate;
      built = upTo;
      return [];
    },
    onChange: () => {
      told += 1;
    },
    log: silentLog,
    now: () => 0,
    ...change,
  });
  onTestFinished(() => fresh.stop());
  return {
    fresh,
    builds,
    write,
    told: () => told,
    /** Makes builds wait until the returned function is called. */
    hold() {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
}

const found = async (fresh: FreshFiles, ...paths: string[]) =>
  await Promise.all(paths.map(async (path) => (await fresh.find(path)) !== null));
const ALL = ['/domain/a.com', '/domain/a.com.json', '/domain/a.com.md', '/badge/a.com.svg'];

describe('store of built pages', () => {
  it('skips pages after a change by another process until the next build', async () => {
    const { fresh, builds, write, told, hold } = open();
    await fresh.whenBuilt();
    const finish = hold();
    write('a.com');
    await fresh.poll();
    expect(told()).toBe(1);
    expect(await found(fresh, ...ALL, '/domain/b.com')).toEqual([false, false, false, false, true]);
    finish();
    await fresh.whenBuilt();
    expect(builds).toEqual([['a.com']]);
    expect(await found(fresh, ...ALL)).toEqual([true, true, true, true]);
  });

  it('skips pages at once after a change by this process', async () => {
    const { fresh, write } = open();
    await fresh.whenBuilt();
    write('a.com');
    fresh.changed('a.com');
    expect(await found(fresh, '/domain/a.com', '/domain/b.com')).toEqual([false, true]);
    await fresh.whenBuilt();
    expect(await found(fresh, '/domain/a.com')).toEqual([true]);
  });

  it('skips pages if the domain changes during a build', async () => {
    const { fresh, builds, write, hold } = open();
    await fresh.whenBuilt();
    const finish = hold();
    write('a.com', 'b.com');
    while (builds.length < 1) {
      await fresh.poll();
      await new Promise(setImmediate);
    }
    write('a.com');
    await fresh.poll();
    const next = hold();
    finish();
    while (builds.length < 2) await new Promise(setImmediate);
    expect(await found(fresh, '/domain/a.com', '/domain/b.com')).toEqual([false, true]);
    next();
    await fresh.whenBuilt();
    expect(builds).toEqual([['a.com', 'b.com'], ['a.com']]);
    expect(await found(fresh, '/domain/a.com')).toEqual([true]);
  });

  it('skips a page that failed to render', async () => {
    const { fresh, write } = open({ build: async () => ['a.com'] });
    await fresh.whenBuilt();
    write('a.com', 'b.com');
    await fresh.whenBuilt();
    expect(await found(fresh, '/domain/a.com', '/domain/b.com')).toEqual([false, true]);
  });

  it('skips pages if the build fails', async () => {
    const { fresh, write } = open({ build: () => Promise.reject(new Error('no space left')) });
    await fresh.poll();
    write('a.com');
    await fresh.poll();
    await fresh.poll();
    expect(await found(fresh, '/domain/a.com', '/domain/b.com')).toEqual([false, true]);
  });

  it('trusts pages only after a first build', async () => {
    const { fresh, builds, write, hold } = open({ built: false });
    const finish = hold();
    write('a.com');
    await fresh.poll();
    expect(await found(fresh, '/domain/a.com', '/domain/b.com')).toEqual([false, false]);
    finish();
    await fresh.whenBuilt();
    expect(builds).toEqual([['a.com']]);
    expect(await found(fresh, '/domain/a.com', '/domain/b.com')).toEqual([true, true]);
  });

  it('polls the store after requests at most every 2 s, otherwise every 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
    let polls = 0;
    const store = {
      listChanges: async () => {
        polls += 1;
        return { changes: [], cursor: '0', more: false };
      },
    };
    const { fresh } = open({ store });
    const pollsAfter = async (ms: number, asks: boolean) => {
      vi.advanceTimersByTime(ms);
      if (asks) await Promise.all([fresh.find('/'), fresh.find('/domain/a.com')]);
      await new Promise(setImmediate);
      return polls;
    };
    await fresh.poll();
    const first = polls;
    expect(await pollsAfter(1_900, true)).toBe(first);
    expect(await pollsAfter(200, true)).toBe(first + 1);
    expect(await pollsAfter(27_000, false)).toBe(first + 1);
    expect(await pollsAfter(1_000, false)).toBe(first + 2);
    vi.useRealTimers();
  });

  it('builds nothing on a server of the API only', async () => {
    const { fresh, builds, write } = open({ built: false, startsSite: false });
    write('a.com');
    await fresh.whenBuilt();
    expect([builds, await found(fresh, '/domain/a.com')]).toEqual([[], [false]]);
  });

  it('trusts no page after too many changes until the next build', async () => {
    const { fresh, builds, write, hold } = open();
    await fresh.whenBuilt();
    const finish = hold();
    write(...Array.from({ length: 100_001 }, (_, i) => `site${i}.com`));
    await fresh.poll();
    expect(await found(fresh, '/domain/other.com')).toEqual([false]);
    finish();
    await fresh.whenBuilt();
    expect(builds.map((domains) => domains.length)).toEqual([100_001]);
    expect(await found(fresh, '/domain/other.com')).toEqual([true]);
  });

  it('skips a page whose name could be a domain that changed', async () => {
    const { fresh, write, hold } = open();
    await fresh.whenBuilt();
    const finish = hold();
    write('a.example.md');
    await fresh.poll();
    expect(await found(fresh, '/domain/a.example.md', '/domain/a.example')).toEqual([false, true]);
    finish();
    await fresh.whenBuilt();
  });
});
