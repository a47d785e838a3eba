import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUseError, openStore, removeDatabase } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { endProgram } from '../start-program.ts';
import { folderOfTest } from '../temp-folder.ts';

/** Program that tracks domains one by one, and prints each acknowledged domain. */
const WRITER = `
  import { openStore } from ${JSON.stringify(new URL('../../src/store/open-store.ts', import.meta.url).href)};
  const [folder, access] = process.argv.slice(-2);
  const store = await openStore({ dataDir: folder, access });
  for (let i = 0; ; i += 1) {
    await store.track([\`w\${i}-\${process.pid}.example\`]);
    console.log(\`w\${i}-\${process.pid}.example\`);
  }`;

// Each test opens the database in several processes, which needs minutes on a busy machine.
describe('a data folder', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  const stores: Store[] = [];
  beforeEach(() => {
    folder = folderOfTest();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await endProgram(child, 'SIGKILL');
    for (const store of stores.splice(0)) await store.close();
  });
  const open = async (access: 'own' | 'share') => {
    const store = await openStore({ dataDir: folder, access });
    stores.push(store);
    return store;
  };
  /** Starts a writer. Returns its acknowledged domains at the kill. */
  const startWriter = (access: 'own' | 'share') => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, folder, access], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const acknowledged: string[] = [];
    const lines = createInterface({ input: child.stdout });
    let enough = () => {};
    lines.on('line', (line) => {
      acknowledged.push(line);
      enough();
    });
    const reach = (count: number) =>
      new Promise<void>((resolve, reject) => {
        child.on('exit', (code) => reject(new Error(`the writer ended: ${code}`)));
        enough = () => {
          if (acknowledged.length >= count) resolve();
        };
        enough();
      });
    const kill = async () => {
      child.kill('SIGKILL');
      await Promise.all([once(child, 'exit'), once(lines, 'close')]);
    };
    return { pid: child.pid ?? 0, acknowledged, reach, kill };
  };

  it('contains all acknowledged writes after its holder was killed', async () => {
    const acknowledged: string[] = [];
    for (const count of [1, 40]) {
      const writer = startWriter('own');
      await writer.reach(count);
      await writer.kill();
      acknowledged.push(...writer.acknowledged);
    }
    const store = await open('own');
    for (const domain of acknowledged) expect(await store.lookup(domain), domain).not.toBeNull();
    const { domains_tracked } = await store.stats();
    // The store may contain the last call of each writer without an acknowledgment.
    expect(domains_tracked - acknowledged.length).toBeLessThanOrEqual(2);
    expect(await store.verifyCounters()).toEqual([]);
  });

  it('survives a kill during its creation', async () => {
    const writer = startWriter('own');
    const isBegun = () => existsSync(join(folder, 'database.unfinished'));
    await expect.poll(isBegun, { interval: 5 }).toBe(true);
    await writer.kill();
    expect(existsSync(join(folder, 'database'))).toBe(false);
    const store = await open('own');
    expect((await store.stats()).domains_tracked).toBe(0);
  });

  it('refuses a second owner and its removal, and names the first owner', async () => {
    const writer = startWriter('own');
    await writer.reach(1);
    const error = await open('own').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FolderInUseError);
    expect(error).toMatchObject({
      kind: 'conflict',
      pid: writer.pid,
      message: expect.stringContaining(`process ${writer.pid}`),
    });
    await expect(removeDatabase(folder)).rejects.toBeInstanceOf(FolderInUseError);
    await writer.kill();
    await removeDatabase(folder);
    expect(existsSync(join(folder, 'database'))).toBe(false);
  });

  it('serves other processes through its holder', async () => {
    const store = await open('own');
    await store.track(['mine.example']);
    const first = startWriter('share');
    const second = startWriter('share');
    await Promise.all([first.reach(10), second.reach(10)]);
    await Promise.all([first.kill(), second.kill()]);
    for (const domain of [...first.acknowledged, ...second.acknowledged])
      expect(await store.lookup(domain)).not.toBeNull();
    expect(statSync(join(folder, 'store.sock')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('passes to another process after its holder ends', async () => {
    const holder = await open('share');
    const left = startWriter('share');
    await left.reach(5);
    stores.splice(stores.indexOf(holder), 1);
    await holder.close();
    await left.reach(left.acknowledged.length + 10);
    const asker = await open('share');
    for (const domain of left.acknowledged.slice(0, 10)) expect(await asker.lookup(domain)).not.toBeNull();
    const before = left.acknowledged.length;
    await left.kill();
    expect((await asker.stats()).domains_tracked).toBeGreaterThanOrEqual(before);
  });
});
