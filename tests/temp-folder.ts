import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const create = () => mkdtempSync(join(tmpdir(), 'test-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Creates a folder for the current test. Call this function in a test or in `beforeEach`. */
export function folderOfTest(): string {
  const folder = create();
  onTestFinished(() => remove(folder));
  return folder;
}

/** Creates a folder for all tests of a file or `describe`, in which the call must be. */
export function folderOfFile(): string {
  const folder = create();
  afterAll(() => remove(folder));
  return folder;
}

/** Writes a file, and the folders of its name. Returns its path. */
export function writeInto(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
