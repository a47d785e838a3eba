import { tmpdir } from 'node:os';
import { openTextThreads } from '../../functions/texts/text-threads.ts';
import { paths } from '../../src/directory/urls.ts';
import { openRenderer } from '../../src/site/build/renderer.ts';
import { fillFromCorpus, readRealSites } from '../relevance/search/fill-from-corpus.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { T0 } from '../store/sample-visit.ts';
import { quantile, report } from './figure.ts';
import { createTexts } from './fill-texts.ts';

/**
 * Measures pages of domains that the server renders, with files of about 100 kB: `npm run bench -- live`. The first
 * request of a domain judges its file, and the next requests share this judgment.
 */
const BENCH = 'live';
const MIN_CHARACTERS = 60_000;
const MAX_CHARACTERS = 140_000;
/** Number of invented files, if there are no real files. */
const INVENTED = 30;
const MAX_MS = 60;
/** Number of site groups. Each kind of page has a separate group, and the last group warms up. */
const GROUPS = 4;

const files = readFiles();
const sites = Array.from({ length: GROUPS }, (_, group) =>
  files.map((text, at) => ({ domain: `site${group}-${at}.com`, text: text + '\n'.repeat(group) })),
).flat();
const groupAt = (group: number) =>
  sites.slice(group * files.length, (group + 1) * files.length).map(({ domain }) => domain);

/** Reads real files of this size, or invents files. */
function readFiles(): readonly string[] {
  const real = readRealSites();
  if (real === null) {
    const textAt = createTexts();
    return Array.from({ length: INVENTED }, (_, n) => textAt(n).repeat(Math.ceil(MIN_CHARACTERS / textAt(n).length)));
  }
  return real.flatMap(({ text }) => (text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS ? text : []));
}

const opened = await openEmbeddedTestStore();
const texts = openTextThreads();
texts.start();
try {
  await fillFromCorpus(opened.store, sites, T0);
  const renderer = await openRenderer(tmpdir(), {
    store: opened.store,
    readFile: texts.readFile,
    service: { name: 'Directory', baseUrl: 'https://dir.example' },
    now: () => T0,
  });
  const measureTimes = async (paths: readonly string[]) => {
    const times: number[] = [];
    for (const path of paths) {
      const start = performance.now();
      await renderer.render(path, '192.0.2.1');
      times.push(performance.now() - start);
    }
    return times;
  };
  const kinds = [
    ['page', paths.domain],
    ['Markdown', paths.domainMarkdown],
    ['JSON', paths.domainJson],
  ] as const;
  for (const [, pathOf] of kinds) await measureTimes(groupAt(GROUPS - 1).map(pathOf));
  for (const [at, [kind, pathOf]] of kinds.entries()) {
    const asked = groupAt(at).map(pathOf);
    for (const when of ['first', 'next']) {
      const value = quantile(await measureTimes(asked), 0.95);
      report({ bench: BENCH, figure: `${kind}, ${when} request: p95`, value, unit: 'ms', bar: { atMost: MAX_MS } });
    }
  }
} finally {
  await texts.close();
  await opened.close();
}
