import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedDirectory, startDirectory } from '../bin/start-directory.ts';
import { launchBrowser } from './launch-browser.ts';
import { openPage } from './open-page.ts';
import { REFERENCE_GROUPS, tryEach } from './try-each.ts';

describe.each(['empty', 'recorded'] as const)('requests of the API reference on the %s directory', (kind) => {
  let browser: Browser;
  let directory: StartedDirectory;
  beforeAll(async () => {
    [browser, directory] = await Promise.all([launchBrowser(), startDirectory(kind)]);
  });
  afterAll(async () => {
    await browser?.close();
    await directory?.stop();
  });

  it.each(REFERENCE_GROUPS)('show the answer of the API to each request in %s', async (group) => {
    const { baseUrl } = directory;
    const opened = await openPage(browser, {}, baseUrl);
    await opened.page.goto(`${baseUrl}/docs/reference-${group}`);
    const tried = await tryEach(opened.page);
    for (const { name, path, status } of tried) {
      expect([name, status]).toEqual([name, (await fetch(`${baseUrl}${path}`)).status]);
    }
    // Leave out answers, because pages of absent sites answer 404.
    expect((await opened.faults()).filter((fault) => !fault.startsWith('answer '))).toEqual([]);
    await opened.close();
  });
});
