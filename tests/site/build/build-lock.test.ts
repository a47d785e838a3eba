import { existsSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { BuildUnderWayError, withBuildLock } from '../../../src/site/build/build-lock.ts';
import { folderOfTest } from '../../temp-folder.ts';

let outDir: string;
beforeEach(() => {
  outDir = join(folderOfTest(), 'site');
});

it('refuses a second build of a folder and names the first process', async () => {
  const second = withBuildLock(outDir, () => withBuildLock(outDir, async () => 'built'));
  await expect(second).rejects.toThrow(BuildUnderWayError);
  await expect(withBuildLock(outDir, () => withBuildLock(outDir, async () => 'built'))).rejects.toThrow(
    `process ${process.pid} is building ${outDir}`,
  );
});

it('lets others build when a build has ended, well or not', async () => {
  await expect(
    withBuildLock(outDir, () => {
      throw new Error('no disk');
    }),
  ).rejects.toThrow('no disk');
  expect(await withBuildLock(outDir, async () => 'built')).toBe('built');
  expect(await withBuildLock(outDir, async () => 'again')).toBe('again');
});

it('allows builds of different folders at once', async () => {
  expect(await withBuildLock(outDir, () => withBuildLock(`${outDir}2`, async () => 'both'))).toBe('both');
});

it('replaces the lock of a killed build', async () => {
  await withBuildLock(outDir, async () => 'made the folder');
  const lock = join(`${outDir}-state`, 'build.lock');
  const keys = { secret: '', publishable: '' };
  writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), started: null, endpoint: null, keys }));
  expect(await withBuildLock(outDir, async () => 'built')).toBe('built');
  expect(existsSync(lock)).toBe(false);
});
