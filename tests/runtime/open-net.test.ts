import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EnvError, parseEnv } from '../../src/runtime/env.ts';
import { findSandbox, formatUserAgent } from '../../src/runtime/open-net.ts';
import { requireDataDir } from '../../src/runtime/require-data-dir.ts';
import { folderOfTest } from '../temp-folder.ts';

it('sends the crawler name, package version and a page about it', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const BASE_URL = 'https://dir.org';
  expect(formatUserAgent({ BASE_URL })).toBe(`llms-txt-directory/${version} (+https://dir.org/docs/crawler)`);
  const CONTACT_URL = 'https://dir.org/bot';
  expect(formatUserAgent({ BASE_URL, CONTACT_URL })).toBe(`llms-txt-directory/${version} (+https://dir.org/bot)`);
});

it.each([
  ['is not there', '/nope', 'cannot be read (ENOENT)'],
  ['is a folder', import.meta.dirname, 'cannot be read (EISDIR)'],
  ['contains no certificate', import.meta.filename, 'contains no certificate in PEM'],
])('reports SANDBOX_CA in one line if its file %s', async (_what, path, reason) => {
  const opened = findSandbox(parseEnv({ SANDBOX_ORIGIN: '127.0.0.1:8443', SANDBOX_CA: path }));
  await expect(opened).rejects.toThrow(EnvError);
  await expect(opened).rejects.toThrow(`SANDBOX_CA: ${path} ${reason}`);
});

it.skipIf(process.platform !== 'linux')('reports DATA_DIR in one line if the system allows no new folder', async () => {
  for (const DATA_DIR of ['/proc/data', '/proc/a/b/data']) {
    await expect(requireDataDir({ DATA_DIR })).rejects.toThrow(
      `DATA_DIR: ${DATA_DIR} is not a folder that can be written (ENOENT)`,
    );
  }
});

it('creates DATA_DIR with its missing parents', async () => {
  const folder = folderOfTest();
  const DATA_DIR = join(folder, 'a/b');
  await Promise.all([requireDataDir({ DATA_DIR }), requireDataDir({ DATA_DIR })]);
  expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
});

it('reports DATA_DIR in one line if its value is a file', async () => {
  await expect(requireDataDir({ DATA_DIR: import.meta.filename })).rejects.toThrow(
    `DATA_DIR: ${import.meta.filename} is not a folder that can be written (EEXIST)`,
  );
});
