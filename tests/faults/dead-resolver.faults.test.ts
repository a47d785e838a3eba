import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebSource } from '../../src/sandbox/web-source.ts';
import { openStore } from '../../src/store/open-store.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { names, ownedBy } from '../crawl/fake-crawl.ts';
import { answerWithFile, EXAMPLE_WEB } from '../sandbox/example-web.ts';
import { sandboxSettings, startProgram } from '../start-program.ts';
import { folderOfFile } from '../temp-folder.ts';
import { queryFolder } from './query-folder.ts';

const SITES = names(60);

const dataDir = folderOfFile();
const sites: WebSource = {
  ...EXAMPLE_WEB,
  names: () => SITES,
  certificateNames: () => ['all.example', ...SITES],
  answer: answerWithFile,
};
const sandbox = await startSandbox({ sites, dataDir, now: Date.now });
closeAfterAll(sandbox);

/** Crawls all sites with `npx directory crawl`. Returns its exit code. */
async function crawl(over: Readonly<Record<string, string>> = {}) {
  const settings = { DATA_DIR: dataDir, ...sandboxSettings(sandbox), ...over };
  const [code] = await once(startProgram(['crawl', ...SITES], settings), 'exit');
  return code;
}

it('changes nothing, sends no alert and exits with 3 if the resolver of a crawl is dead', async () => {
  const store = await openStore({ dataDir, access: 'own' });
  try {
    await store.track(SITES);
    await store.setOwners(SITES.slice(0, 5).map(ownedBy));
    expect(await crawl()).toBe(0);
    const before = await store.getDetails(SITES);
    expect(before.map(({ facts }) => facts.status)).toEqual(SITES.map(() => 'valid'));
    // No server listens at this address.
    const dead = { SANDBOX_DNS: '127.0.0.1:9' };
    expect([await crawl(dead), await crawl(dead)]).toEqual([3, 3]);
    expect(await store.getDetails(SITES)).toEqual(before);
  } finally {
    await store.close();
  }
  expect(await queryFolder(dataDir, 'select type from directory.alerts')).toEqual([]);
});
