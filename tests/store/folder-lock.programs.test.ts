import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { acquireFolderLock, type FolderLock, type Holder } from '../../src/store/embedded/folder-lock.ts';
import { folderOfTest } from '../temp-folder.ts';

const keys = { secret: 's', publishable: 'p' };

describe('the lock of a data folder', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = folderOfTest();
    file = join(folder, 'store.lock');
  });

  const isLock = (outcome: FolderLock | Holder): outcome is FolderLock => 'release' in outcome;
  const write = (holder: Partial<Holder>) =>
    writeFileSync(
      file,
      JSON.stringify({ pid: process.pid, host: hostname(), started: null, endpoint: null, keys, ...holder }),
    );
  const deadPid = async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    return child.pid ?? 0;
  };

  it('belongs to one process, is readable by its user only, and disappears on release', async () => {
    const lock = await acquireFolderLock(file, keys);
    expect(await acquireFolderLock(file, keys)).toMatchObject({ pid: process.pid, endpoint: null });
    if (!isLock(lock)) throw new Error('not acquired');
    lock.publish({ port: 4 });
    expect(await acquireFolderLock(file, keys)).toMatchObject({ endpoint: { port: 4 }, keys });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    lock.release();
    expect(existsSync(file)).toBe(false);
  });

  it('goes to one of many processes after its holder died', async () => {
    write({ pid: await deadPid() });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => acquireFolderLock(file, keys)));
    expect(outcomes.filter(isLock)).toHaveLength(1);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    expect(existsSync(`${file}.takeover`)).toBe(false);
  });

  it.runIf(existsSync('/proc/self/stat'))('becomes free if another process has its process id', async () => {
    write({ started: 'another boot 12345' });
    expect(isLock(await acquireFolderLock(file, keys))).toBe(true);
  });

  it('becomes free if its holder died during a write', async () => {
    const outcomes = ['', '{', '{"pid":1}'].map(async (content, i) => {
      writeFileSync(`${file}-${i}`, content);
      return isLock(await acquireFolderLock(`${file}-${i}`, keys));
    });
    expect(await Promise.all(outcomes)).toEqual([true, true, true]);
  });

  it('becomes free if a process died during a takeover', async () => {
    write({ pid: await deadPid() });
    writeFileSync(`${file}.takeover`, '');
    expect(isLock(await acquireFolderLock(file, keys))).toBe(true);
  });

  it('stays valid for another container while its socket answers', async () => {
    const server = createServer().listen(join(folder, 'x.sock'));
    await once(server, 'listening');
    write({ host: 'another-container', endpoint: { socket: join(folder, 'x.sock') } });
    expect(isLock(await acquireFolderLock(file, keys))).toBe(false);
    server.close();
    await once(server, 'close');
    expect(isLock(await acquireFolderLock(file, keys))).toBe(true);
  });
});
