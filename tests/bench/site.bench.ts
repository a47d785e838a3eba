import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPreview, lint } from '#llmstxt';
import { describeSite } from '../../src/crawl/steps/describe-site.ts';
import type { DomainDetail } from '../../src/directory/detail.ts';
import { type BuildStore, buildSite } from '../../src/site/build/build-site.ts';
import { PUBLISH_PROFILES, type PublishProfile } from '../../src/site/publish-profile.ts';
import { readRealSites } from '../relevance/search/fill-from-corpus.ts';
import { type FakeStore, fakeStore } from '../site/build/fake-store.ts';
import { detailOf } from '../site/domain-fixture.ts';
import { report } from './figure.ts';

/**
 * Measures the built site of real files by profile, and the reads and writes of a build after 1 % of the sites
 * changed: `npm run bench -- site`. All figures are counts.
 */
const KB = 1_000;
/** A prime, so changed sites cover all topics and countries. */
const SHARE_CHANGED = 103;
const TOPICS = [['ai'], ['developer-tools'], [], ['ai', 'developer-tools'], ['travel']];
const COUNTRIES = ['US', 'DE', null, 'FR', 'US', 'JP', null, 'GB', 'NL', 'US'];
const NOTHING = { title: null, summary: null, summary_source: null };

const texts = new Map((readRealSites() ?? []).map(({ domain, text }) => [domain, text]));
const details = [...texts].flatMap(([domain, text], at) => detailOfFile(domain, text, at));
if (details.length === 0) throw new Error('there are no real files here');
const folder = mkdtempSync(join(tmpdir(), 'site-bench-'));
try {
  for (const profile of PUBLISH_PROFILES) await measure(profile);
} finally {
  rmSync(folder, { recursive: true });
}

function printFigure(figure: string, value: number, unit: string): void {
  report({ bench: 'site', figure, value, unit });
}

/** Describes a valid file like a visit; returns nothing for other files. */
function detailOfFile(domain: string, text: string, at: number): DomainDetail[] {
  const url = `https://${domain}/llms.txt`;
  const { valid, document, findings, assessment } = lint({ body: Buffer.from(text), url });
  if (!valid || !document) return [];
  const facts = {
    ...describeSite(domain, document, null, NOTHING),
    links: document.links.length,
    sections: document.sections.length,
    tags: [],
    topics: TOPICS[at % TOPICS.length] ?? [],
    country: COUNTRIES[at % COUNTRIES.length] ?? null,
    authority: 20 + (at % 70),
  };
  return [detailOf(domain, { facts, findings, preview: createPreview(document), quality_details: assessment })];
}

async function measure(profile: PublishProfile): Promise<void> {
  const outDir = join(folder, profile, 'site');
  const fake = fakeStore(details);
  const counted = { read: 0 };
  const build = () =>
    buildSite({
      store: countReads(fake, counted),
      baseUrl: 'https://dir.example',
      serviceName: 'Directory',
      outDir,
      profile,
      now: Date.now,
    });
  await build();
  const before = listFiles(outDir);
  const bytes = sum([...before.values()].map(({ size }) => size));
  const ofSites = details.length * ({ lean: 1, standard: 3, full: 7 } as const)[profile];
  printFigure(`${profile}: files beside those of each site`, before.size - ofSites, 'files');
  printFigure(`${profile}: files a site, all counted`, before.size / details.length, 'files');
  printFigure(`${profile}: built bytes a site`, bytes / details.length / KB, 'kB');

  const fullRead = counted.read;
  counted.read = 0;
  printFigure(`${profile}: pages made again when nothing changed`, (await build()).rendered, 'pages');
  const changed = details.filter((_, at) => at % SHARE_CHANGED === 0 && at > 0);
  for (const detail of changed) {
    const facts = { ...detail.facts, links: (detail.facts.links ?? 0) + 1 };
    fake.put({ ...detail, facts, content_changed_at: '2026-11-20T00:00:00.000Z' });
  }
  await build();
  const after = listFiles(outDir);
  const written = sum([...after].flatMap(([path, { size, inode }]) => (before.get(path)?.inode === inode ? [] : size)));
  printFigure(`${profile}: one in ${SHARE_CHANGED} changed, written of a full build`, (100 * written) / bytes, '%');
  printFigure(
    `${profile}: one in ${SHARE_CHANGED} changed, read of a full build`,
    (100 * counted.read) / fullRead,
    '%',
  );
}

/** Counts the JSON bytes of the store's answers about domains. */
function countReads({ store }: FakeStore, counted: { read: number }): BuildStore {
  const count = <Answer>(answer: Answer): Answer => {
    counted.read += JSON.stringify(answer).length;
    return answer;
  };
  return {
    ...store,
    listChanges: async (...args) => count(await store.listChanges(...args)),
    getDetails: async (domains) => count(await store.getDetails(domains)),
    readSearchSources: async (domains) => {
      const sources = await store.readSearchSources(domains);
      return count(sources.map((source) => ({ ...source, text: texts.get(source.domain) ?? null })));
    },
  };
}

/** A rewritten file has a new inode. */
function listFiles(dir: string): ReadonlyMap<string, { readonly size: number; readonly inode: number }> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, ino } = statSync(path);
      return [path, { size, inode: ino }];
    }),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
