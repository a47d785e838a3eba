import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildSite } from '../../../src/site/build/build-site.ts';
import { openRenderer } from '../../../src/site/build/renderer.ts';
import type { PublishProfile } from '../../../src/site/publish-profile.ts';
import { closeAfterAll } from '../../close-after-all.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { instant, LISTED, T0, toVisit } from '../../store/sample-visit.ts';
import { folderOfFile } from '../../temp-folder.ts';

/** Number of sites, for three list pages with a partly filled last page. */
const SITES = 130;
const place = folderOfFile();
const site = { service: { name: 'Harbour directory', baseUrl: 'https://dir.example' }, now: () => T0 };

const toFolder = (profile: PublishProfile) => join(place, profile, 'site');
const listFiles = (profile: PublishProfile) =>
  readdirSync(toFolder(profile), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('pagefind'))
    .map((entry) => join(entry.parentPath, entry.name).slice(toFolder(profile).length))
    .toSorted();
const read = (profile: PublishProfile, path: string) => readFileSync(join(toFolder(profile), path), 'latin1');

const opened = await openEmbeddedTestStore();
const { store, clock } = opened;
closeAfterAll(opened);
const names = Array.from({ length: SITES }, (_, at) => `site-${at}.com`);
await store.track(names);
await store.openRun({ id: 'first', kind: 'scheduled' });
const claimed = await store.lease({ run: 'first', worker: 'w', limit: SITES, leaseMs: 3_600_000, domains: names });
for (const [at, one] of claimed.entries()) {
  const found = {
    title: `Site ${at}`,
    summary: at % 3 === 0 ? 'Ropes & knots' : null,
    authority: 20 + (at % 7) * 10,
    tier: at % 7 === 6 ? 'featured' : 'listed',
    topics: at < 120 ? ['ai'] : ['travel', 'ai'],
    country: ['DE', 'US', null][at % 3] ?? null,
    language: ['de', 'en-US', null][at % 3] ?? null,
    links: at,
    llms_full_txt: at % 5 === 0 ? `https://${one.state.domain}/llms-full.txt` : null,
    content_changed_at: at % 4 === 0 ? null : instant(T0 - at * 3_600_000),
    components: { reach: 1, trust: 2, quality: at % 4 === 0 ? null : at % 50, freshness: 3 },
  } as const;
  await store.apply(toVisit(one, 'first', clock.now, { ...LISTED, ...found }));
  clock.now += 1_000;
}
const owned = { verified_at: instant(T0), description: 'Boats', nested_llms_txt: [], contact: null };
const listTags = (at: number) => ['boats', 'c++', ...(at === 0 ? ['sails'] : [])];
await store.setOwners(names.slice(0, 3).map((domain, at) => ({ ...owned, domain, tags: listTags(at) })));
for (const profile of ['full', 'standard'] as const) {
  const { failed, failedFiles } = await buildSite({ ...site, store, outDir: toFolder(profile), profile });
  expect([failed, failedFiles]).toEqual([[], []]);
}
const renderer = await openRenderer(tmpdir(), { ...site, store });

it('serves the pages that the standard profile omits with the bytes of the full profile', async () => {
  const written = new Set(listFiles('standard'));
  const unwritten = listFiles('full').filter((path) => !written.has(path));
  expect(unwritten).toEqual(
    expect.arrayContaining([
      '/domain/site-0.com.md',
      '/domain/site-0.com/feed.json',
      '/browse/changed.html',
      '/browse/language/en/quality.html',
      '/browse/llms-full.md',
      '/topics/ai/2.md',
      '/topics/ai/newest.html',
      '/topics/ai/feed.xml',
      '/browse/country/us/feed.xml',
      '/browse/tag/boats.md',
      '/browse/tag/sails.html',
    ]),
  );
  const differing: string[] = [];
  // Take one page of a domain, because all are built alike.
  const asked = unwritten.filter((path) => !/site-/.test(path) || /site-[0-2]\.com/.test(path));
  for (const path of asked) {
    const page = await renderer.render(path.replace(/\.html$/, ''), '192.0.2.1');
    if (Buffer.from(page?.body ?? 'nothing').toString('latin1') !== read('full', path)) differing.push(path);
  }
  expect(differing).toEqual([]);
});

it('writes equal files in both profiles, except for the sitemap of lists', () => {
  const differing = listFiles('standard').filter((path) => read('standard', path) !== read('full', path));
  expect(differing).toEqual(['/sitemaps/lists-1.xml']);
  const listed = [...read('standard', '/sitemaps/lists-1.xml').matchAll(/<loc>https:\/\/dir\.example([^<]*)/g)];
  const files = new Set(listFiles('standard'));
  expect(listed.map(([, path]) => path).filter((path) => !files.has(`${path}.html`))).toEqual([]);
  expect(listed.length).toBeGreaterThan(5);
});

it.each(['/browse/4', '/topics/ai/9', '/browse/newest/2', '/browse/language/fr', '/browse/size/huge', '/topics/games'])(
  'answers 404 for %s',
  async (path) => expect(await renderer.render(path, '192.0.2.1')).toBeNull(),
);
