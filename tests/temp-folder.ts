import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
