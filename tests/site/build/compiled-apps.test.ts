import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { markUsed, removeOldApps } from '../../../src/site/build/compiled-apps.ts';
import { folderOfTest } from '../../temp-folder.ts';

let dist: string;
beforeEach(() => {
  dist = folderOfTest();
});

/** Returns a name of a compiled app, which has 16 hexadecimal digits. */
const toName = (age: number) => String(age).padStart(16, '0');
const app = (age: number) => {
  const path = join(dist, toName(age));
  mkdirSync(path);
  utimesSync(path, 1_000_000 - age, 1_000_000 - age);
  return path;
};
const kept = () => readdirSync(dist).map(Number);
/** Process id above the Linux maximum (proc(5), pid_max). */
const NOBODY = String(2 ** 22 + 1);

it('keeps the newest app, its predecessor, and other folders', async () => {
  const current = app(0);
  for (const age of [1, 2, 3]) app(age);
  mkdirSync(join(dist, 'notes'));
  await removeOldApps(dist, current);
  expect(readdirSync(dist)).toEqual([toName(0), toName(1), 'notes']);
});

it('keeps any app that a running process uses', async () => {
  const current = app(0);
  const [, , used, left] = [1, 2, 3, 4].map(app);
  await markUsed(used ?? '');
  mkdirSync(join(left ?? '', 'used-by'));
  writeFileSync(join(left ?? '', 'used-by', NOBODY), '');
  for (const path of [used, left]) utimesSync(path ?? '', 1, 1);
  await removeOldApps(dist, current);
  expect(kept()).toEqual([0, 1, 3]);
});

it('works on a read-only file system', async () => {
  // Use /sys, because the kernel refuses writes there, even as root.
  await expect(markUsed('/sys')).resolves.toBeUndefined();
});
