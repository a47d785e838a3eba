import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FreshFiles } from '../../../functions/http/pages/fresh-files.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import { buildInBackground } from '../../../src/site/build/background-build.ts';
import { openBuiltFiles } from '../../../src/site/build/built-files.ts';
import { readBuiltCursor } from '../../../src/site/build/ledger.ts';
import { openRenderer } from '../../../src/site/build/renderer.ts';
import { closeAfterAll } from '../../close-after-all.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { LISTED, toOwner, type toVisit } from '../../store/sample-visit.ts';
import { visitAll } from '../../store/visit-all.ts';
import { folderOfFile } from '../../temp-folder.ts';
import { BASE_URL, serveFake } from './serve-fake.ts';

const place = folderOfFile();
const outDir = join(place, 'site');
const service = { name: 'Harbour directory', baseUrl: BASE_URL };
const opened = await openEmbeddedTestStore();
const { store, clock } = opened;

// Open the compiled site and the build thread, as in a running server.
await visit('harbour.com', { title: 'Harbour' });
await visit('mooring.com', { title: 'Mooring' });
const renderer = await openRenderer(tmpdir(), { store, service, now: () => 0 });
const fresh = new FreshFiles({
  store,
  files: openBuiltFiles(outDir),
  readCursor: () => readBuiltCursor(outDir),
  startsSite: true,
  build: async (signal) => {
    const { failed } = await buildInBackground(store, { service, outDir }, signal);
    return failed.map(({ domain }) => domain);
  },
  onChange: () => fake.forget(),
  log: { ...silentLog, warn: console.warn },
  // Skip the pause between builds.
  now: () => 0,
});
const fake = serveFake(store, { files: fresh, renderer, serviceName: service.name });
closeAfterAll({ close: () => fresh.stop() }, opened);
await fresh.whenBuilt();

async function visit(domain: string, found: Parameters<typeof toVisit>[3]): Promise<void> {
  await visitAll(store, [domain], clock.now, () => [{ ...LISTED, ...found }]);
  clock.now += 60_000;
}

const PAGES = ['/domain/harbour.com', '/domain/harbour.com.json', '/domain/harbour.com.md'];
const LISTS = ['/', '/browse', '/llms.txt'];
const toText = async (path: string) => await (await fake.get(path, { accept: 'text/html' })).text();
/** Lists the pages with the text. */
const saying = async (words: string, paths: readonly string[]) => {
  const texts = await Promise.all(paths.map(toText));
  return paths.filter((_, at) => texts[at]?.includes(words));
};

it('shows an edit by another process on every page of the domain, and on lists after a build', async () => {
  expect(await saying('Painted boats', [...PAGES, ...LISTS])).toEqual([]);
  expect(await fresh.find('/domain/harbour.com')).not.toBeNull();
  await store.setOwners([{ ...toOwner('harbour.com'), description: 'Painted boats and where to moor them.' }]);
  await fresh.poll();
  expect(await fresh.find('/domain/mooring.com')).not.toBeNull();
  expect(await saying('Painted boats', PAGES)).toEqual(PAGES);
  expect(await toText('/badge/harbour.com.svg')).toContain('verified');
  const onDemand = await Promise.all(PAGES.map(toText));
  await fresh.whenBuilt();
  expect(await fresh.find('/domain/harbour.com')).not.toBeNull();
  expect(await Promise.all(PAGES.map(toText))).toEqual(onDemand);
  expect(await saying('harbour.com', LISTS)).toEqual(LISTS);
  expect(await toText('/browse')).toContain('Painted boats');
});
