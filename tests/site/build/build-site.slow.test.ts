import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DomainDetail } from '../../../src/directory/detail.ts';
import { COLUMNS, LICENSE, type Manifest, SAMPLE, SNAPSHOT_FORMAT } from '../../../src/directory/snapshot-format.ts';
import { SEARCH_MANIFEST } from '../../../src/site/browser/site-index.ts';
import { type BuildReport, buildSite } from '../../../src/site/build/build-site.ts';
import { openBuiltFiles } from '../../../src/site/build/built-files.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { folderOfFile, folderOfTest } from '../../temp-folder.ts';
import { toDetail } from '../domain-fixture.ts';
import { type FakeStore, fakeStore } from './fake-store.ts';

/** Folder of one build of `sites()`, which tests read or copy, because most of them start with this build. */
const first = folderOfFile();
let firstReport: BuildReport;
let root: string;
let outDir: string;
beforeAll(async () => {
  outDir = join(first, 'site');
  firstReport = await build(fakeStore(sites()));
});
beforeEach(() => {
  root = folderOfTest();
  outDir = join(root, 'site');
});

/** Copies the build for a test that changes it, and returns its store. */
function copyBuild(): FakeStore {
  cpSync(first, root, { recursive: true });
  return fakeStore(sites());
}

const service = { name: 'Harbour directory', baseUrl: 'https://dir.example' };
const build = (store: FakeStore, changes: Partial<Parameters<typeof buildSite>[0]> = {}) =>
  buildSite({
    store: store.store,
    service,
    outDir,
    now: () => 0,
    profile: 'full',
    ...changes,
  });

const read = (path: string) => readFileSync(join(outDir, path), 'utf8');
const files = () =>
  readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(outDir.length + 1))
    .toSorted();
const has = (path: string) => files().includes(path);

/** Writes a published manifest without its data files. */
function writeSnapshotFiles(date: string, described: Manifest['files']): void {
  const counts = { tracked: 4, shown: 3, valid: 3, invalid: 0, unreachable: 0, pending: 0, blocked: 0, links: 12 };
  const manifest: Manifest = {
    format: SNAPSHOT_FORMAT,
    date,
    directory: 'https://dir.example',
    cursor: 'c',
    license: LICENSE,
    sample: SAMPLE,
    versions: { ruleset: '1.0.0', score: 1, topics: 1 },
    counts,
    columns: [...COLUMNS],
    files: described,
  };
  const snapshots = [{ date, manifest: `/data/${date}/manifest.json` }];
  mkdirSync(join(outDir, 'data', date), { recursive: true });
  writeFileSync(join(outDir, 'data', date, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(outDir, 'data/index.json'), JSON.stringify({ latest: date, snapshots }));
}

/** Time with which every file is marked as old, to detect rewritten files. */
const OLD = 1_000_000;
const age = () => {
  for (const path of files()) utimesSync(join(outDir, path), OLD, OLD);
};
const touched = () => files().filter((path) => statSync(join(outDir, path)).mtimeMs !== OLD * 1000);

const sites = (): DomainDetail[] => [
  toDetail('harbour.example', { facts: { verified: true, verified_at: '2026-05-05T00:00:00.000Z' } }),
  toDetail('mooring.example', { facts: { authority: 30 } }),
  toDetail('quiet.example', { facts: { tier: 'unlisted', authority: 10 } }),
  toDetail('spam.example', { facts: { tier: 'rejected' }, rejection: 'spam' }),
];

/** Returns the first page of a list in each order. */
const inAllOrders = (list: string) => [
  `${list}.html`,
  ...['changed', 'newest', 'quality'].map((sort) => `${list}/${sort}.html`),
];

describe('a first build', () => {
  beforeEach(() => {
    outDir = join(first, 'site');
  });

  it('writes a page, its twins and a badge for every domain, and all other pages', () => {
    expect(firstReport).toMatchObject({ rendered: 4, failed: [], indexed: 2 });
    for (const domain of ['harbour.example', 'quiet.example', 'spam.example']) {
      expect(files()).toEqual(
        expect.arrayContaining([
          `domain/${domain}.html`,
          `domain/${domain}.json`,
          `domain/${domain}.md`,
          `domain/${domain}/feed.xml`,
          `domain/${domain}/feed.json`,
          `badge/${domain}.svg`,
        ]),
      );
    }
    const others = `
      404.html browse.html browse.md browse/country/no.html browse/tag/sailing.md browse/tags.html browse/tier/featured.html
      apple-touch-icon.png card.png favicon.ico favicon.svg opensearch.xml robots.txt site.webmanifest llms.txt
      docs.html docs/api.html docs/api.md errors/domain.unknown.html rules/no-title.html rules/no-title.md
      index.html index.md feed.xml verified/feed.xml map.html map.md search.html search.md pagefind/sites.json
      stats.html stats.md stats/adoption.csv stats/rules.json data.html data.md data/judged-files.csv data/measured.json
      sitemap-index.xml sitemaps/lists-1.xml sitemaps/domains-1.xml
    `;
    expect(files()).toEqual(expect.arrayContaining(others.trim().split(/\s+/)));
    expect(JSON.parse(read('domain/harbour.example.json'))).toMatchObject({
      domain: 'harbour.example',
      verified: true,
      badge: 'https://dir.example/badge/harbour.example.svg',
      components: { reach: 22, trust: 88, quality: 91, freshness: 64 },
    });
    expect(read('badge/harbour.example.svg')).toContain('verified');
  });

  it('writes feeds of new sites, verified sites and status changes', () => {
    const told = (path: string) => [...read(path).matchAll(/<entry><id>([^<]*)/g)].map((found) => found[1]);
    const at = 'https://dir.example/domain';
    expect(told('feed.xml')).toEqual([`${at}/harbour.example`, `${at}/mooring.example`]);
    expect(told('verified/feed.xml')).toEqual([`${at}/harbour.example#verified-2026-05-05T00:00:00.000Z`]);
    expect(told('broken/feed.xml')).toEqual([`${at}/quiet.example#broken-2026-05-04T00:00:00.000Z`]);
    expect(told('recovered/feed.xml')).toEqual([`${at}/mooring.example#recovered-2026-05-06T00:00:00.000Z`]);
    for (const feed of ['verified', 'broken', 'recovered'])
      expect(read('index.html')).toContain(`href="/${feed}/feed.xml"`);
  });

  it('describes the search to browsers, with the sizes of its icons', () => {
    const template = 'https://dir.example/search?q={searchTerms}';
    expect(read('opensearch.xml')).toContain(`<Url type="text/html" template="${template}"/>`);
    for (const { src, sizes } of JSON.parse(read('site.webmanifest')).icons) {
      const png = readFileSync(join(outDir, src));
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  it('shows code as code, and no sentence with two full stops', () => {
    const pages = files().filter((path) => path.endsWith('.html'));
    expect(pages).toEqual(expect.arrayContaining(['domain/quiet.example.html', 'errors/domain.invalid.html']));
    const faults = pages.flatMap((path) => {
      const words = read(path).replace(/<(code|pre|script|style|textarea)\b.*?<\/\1>|<!--.*?-->/gs, '');
      return (words.match(/.{0,40}(?:`|\w\.\.(?!\.)).{0,20}/g) ?? []).map((found) => `${path}: ${found}`);
    });
    expect(faults).toEqual([]);
  });

  it('keeps rejected and unlisted domains out of every list, and rejected ones out of search engines', () => {
    const lists = [
      ...['index.html', 'browse.html', 'browse.md', 'browse/tag/sailing.html', 'browse/country/no.md'],
      ...['llms.txt', 'feed.xml', 'sitemaps/domains-1.xml'],
    ];
    for (const path of lists)
      expect(`${path}: ${/(?:spam|quiet)\.example/.exec(read(path))?.[0]}`).toBe(`${path}: undefined`);
    expect(read('browse.html')).toContain('mooring.example');
    expect(read('domain/spam.example.html')).toContain('<meta name="robots" content="noindex">');
    expect(read('domain/quiet.example.html')).not.toContain('noindex');
    expect(read('badge/spam.example.svg')).toContain('not listed');
  });
});

describe('a build', () => {
  it.each([
    ['standard', ['badge/harbour.example.svg', 'domain/harbour.example.html'], 2],
    ['lean', ['domain/harbour.example.html'], 0],
  ] as const)('writes for hosts that count files, as %s, %j', async (profile, written, indexed) => {
    const store = copyBuild();
    store.put(toDetail('quay.example.md'));
    await build(store);
    expect(await build(store, { profile })).toMatchObject({ failed: [], failedFiles: [] });
    expect(files().filter((path) => path.includes('harbour'))).toEqual(written);
    expect(files().filter((path) => path.includes('/fragment/')).length > 0).toBe(indexed > 0);
    expect(JSON.parse(read('pagefind/sites.json')).folder === null).toBe(profile === 'lean');
    // A static host would serve the page of quay.example.md as the Markdown of quay.example.
    expect(files().filter((path) => /^domain\/quay/.test(path))).toEqual([]);
    expect(await build(store, { profile })).toMatchObject({ rendered: 0, files: { written: 0 } });
    await build(store);
    expect(has('domain/quay.example.md.html')).toBe(true);
    expect(has('domain/harbour.example.md')).toBe(true);
  });

  it('links the newest snapshot and the numbers of each chart', async () => {
    const store = copyBuild();
    expect(read('data.html')).toContain('No snapshot has been published here yet.');
    expect(read('stats/adoption.csv')).toMatch(/^day,tracked,valid\r\n2026-\d\d-\d\d,\d+,\d+\r\n/);
    const { rows } = JSON.parse(read('stats/statuses.json'));
    expect(rows).toContainEqual({ status: 'valid', domains: expect.any(Number) });
    for (const path of ['stats.html', 'data.html']) expect(read(path)).toContain('href="/stats/rules.csv"');

    const file = { bytes: 1234, sha256: 'ab'.repeat(32), rows: 3 };
    writeSnapshotFiles('2026-11-20', { 'domains.csv.gz': file });
    await build(store);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(read('data.html')) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Dataset',
      dateModified: '2026-11-20',
      license: 'https://creativecommons.org/publicdomain/zero/1.0/',
      distribution: [
        {
          contentUrl: 'https://dir.example/data/2026-11-20/domains.csv.gz',
          encodingFormat: 'text/csv',
          sha256: file.sha256,
        },
      ],
    });
    expect(read('data.html')).toContain('href="/data/2026-11-20/manifest.json"');
    expect(read('data.md')).toContain('(https://dir.example/data/2026-11-20/domains.csv.gz)');
    expect(has('data/2026-11-20/manifest.json')).toBe(true);

    writeFileSync(join(outDir, 'data/index.json'), '{"latest": ');
    await build(store);
    expect(read('data.html')).toContain('No snapshot has been published here yet.');
  });

  it('writes nothing without changes, and reads only the site on the home page', async () => {
    const store = copyBuild();
    age();
    store.asked.length = 0;
    const report = await build(store);
    expect(report).toMatchObject({ rendered: 0, removed: 0, indexed: null, files: { written: 0, removed: 0 } });
    expect(store.asked).toEqual(['harbour.example']);
    expect(touched()).toEqual([]);
  });

  it('writes only the files of a domain if lists do not change', async () => {
    const store = copyBuild();
    age();
    store.put(toDetail('mooring.example', { facts: { authority: 30, last_checked: '2026-11-20T01:00:00.000Z' } }));
    const report = await build(store);
    expect(report).toMatchObject({ rendered: 1, indexed: null });
    expect(touched()).toEqual([
      'domain/mooring.example.html',
      'domain/mooring.example.json',
      'domain/mooring.example.md',
    ]);
  });

  it('writes a domain, its lists and the index after a new title', async () => {
    const store = copyBuild();
    age();
    store.put(toDetail('mooring.example', { facts: { authority: 30, title: 'Moorings' } }));
    const report = await build(store);
    expect(report.indexed).toBe(2);
    expect(touched().filter((path) => !path.startsWith('pagefind/'))).toEqual(
      [
        ...['browse', 'browse/country/no', 'browse/generator/gitbook', 'browse/language/en'].flatMap(inAllOrders),
        ...['browse/llms-full', 'browse/size/small', 'topics/travel'].flatMap(inAllOrders),
        'browse/country/no/feed.xml',
        'browse/tag/sailing.html',
        'browse/tag/weather.html',
        'browse/tier/listed.html',
        'domain/mooring.example.html',
        'domain/mooring.example.json',
        'domain/mooring.example.md',
        'feed.xml',
        'index.html',
        'topics/travel/feed.xml',
      ].toSorted(),
    );
  });

  it('removes the files of a removed domain', async () => {
    const store = copyBuild();
    store.remove('mooring.example');
    const report = await build(store);
    expect(report.removed).toBe(1);
    expect(files().filter((path) => path.includes('mooring'))).toEqual([]);
    expect(read('browse.html')).not.toContain('mooring');
  });

  it('writes the same bytes into another folder', async () => {
    await build(fakeStore(sites()));
    const before = (path: string) => readFileSync(join(first, 'site', path), 'utf8');
    const differing = files().filter((path) => !path.startsWith('pagefind/') && before(path) !== read(path));
    expect(differing).toEqual([]);
  });

  it('writes every page and drops old domains for another base URL', async () => {
    copyBuild();
    const report = await build(fakeStore(sites().slice(1)), {
      service: { ...service, baseUrl: 'https://other.example' },
    });
    expect(report).toMatchObject({ rendered: 3, removed: 1 });
    expect(has('domain/harbour.example.html')).toBe(false);
    expect(read('domain/mooring.example.html')).toContain('https://other.example/domain/mooring.example');
    expect(read('domain/mooring.example.html')).not.toContain('dir.example');
  });

  it('continues after an interruption, and counts the removals of its threads', async () => {
    const many = Array.from({ length: 260 }, (_, at) => toDetail(`site${at}.example`, { preview: null, findings: [] }));
    const store = fakeStore(many);
    const stop = new AbortController();
    const interrupted = build(store, {
      signal: stop.signal,
      onProgress: (_, done) => done >= 210 && stop.abort(new Error('enough')),
    });
    await expect(interrupted).rejects.toThrow('enough');
    store.asked.length = 0;
    const report = await build(store);
    expect(report.rendered).toBeLessThanOrEqual(60);
    const before = files();
    expect(before.filter((path) => /^domain\/.*\.html$/.test(path))).toHaveLength(260);
    const { removed } = (await build(store, { profile: 'standard' })).files;
    const gone = before.filter((path) => !existsSync(join(outDir, path)));
    expect(gone.filter((path) => /^domain\/site.*\.example\.md$/.test(path))).toHaveLength(260);
    expect(removed).toBe(gone.length);
  });

  it('rebuilds an unfinished search index', async () => {
    const store = copyBuild();
    const entries = () => files().filter((path) => path.endsWith('/pagefind-entry.json'));
    const [entry = ''] = entries();
    for (const unwritten of [entry, SEARCH_MANIFEST]) rmSync(join(outDir, unwritten));
    expect(await build(store)).toMatchObject({ rendered: 0, indexed: 2 });
    expect(entries()).toEqual([entry]);
  });

  it('rebuilds the missing part of a damaged ledger', async () => {
    const store = copyBuild();
    const ledger = join(root, 'site-state/ledger.jsonl');
    writeFileSync(ledger, readFileSync(ledger, 'utf8').slice(0, 900));
    const report = await build(store);
    expect(report.failed).toEqual([]);
    expect(read('browse.html')).toContain('mooring.example');
    expect((await build(store)).files.written).toBe(0);
  });
});

describe('build of a directory with bad records', () => {
  const label = 'a'.repeat(63);
  /** Name of the greatest length, 253 characters. */
  const LONG = `${label}.${label}.${label}.${'b'.repeat(53)}.example`;
  // Creates a detail that the store's schema rejects. A template defect could fail in a similar way.
  const unrenderable = (domain: string): DomainDetail => ({
    ...toDetail(domain),
    similar: [
      {
        get domain(): never {
          throw new Error('no name');
        },
        title: null,
        authority: null,
      },
    ],
  });

  it('writes, serves and removes the files of a name of 253 characters', async () => {
    expect(LONG).toHaveLength(253);
    const store = copyBuild();
    store.put(toDetail(LONG));
    expect(await build(store)).toMatchObject({ rendered: 1, failed: [], failedFiles: [] });
    const built = openBuiltFiles(outDir);
    for (const path of [`/domain/${LONG}`, `/domain/${LONG}.json`, `/domain/${LONG}.md`, `/badge/${LONG}.svg`]) {
      expect(String(await (await built.find(path))?.body.read())).toContain(label);
    }
    const names = files().map((path) => Buffer.byteLength(path.slice(path.lastIndexOf('/') + 1)));
    expect(Math.max(...names)).toBeLessThanOrEqual(255);
    expect(files().filter((path) => path.includes('~'))).toHaveLength(4);
    store.remove(LONG);
    expect(await build(store)).toMatchObject({ removed: 1, failed: [] });
    expect(files().filter((path) => path.includes(label))).toEqual([]);
    expect(await built.find(`/domain/${LONG}`)).toBeNull();
  });

  it('publishes all other pages if a page fails, and keeps its last good version', async () => {
    const store = copyBuild();
    const good = read('domain/quiet.example.html');
    store.put(unrenderable('quiet.example'));
    store.put(toDetail('fresh.example'));
    const report = await build(store);
    expect(report.failed).toEqual([{ domain: 'quiet.example', reason: 'no name' }]);
    expect(report.published).toBeGreaterThan(4);
    expect(read('domain/quiet.example.html')).toBe(good);
    expect(has('domain/fresh.example.html')).toBe(true);
    store.put(toDetail('quiet.example', { facts: { title: 'Better' } }));
    expect((await build(store)).failed).toEqual([]);
    expect(read('domain/quiet.example.html')).toContain('Better');
  });

  it('reports files that cannot be replaced, writes all others, and retries them in the next build', async () => {
    const store = copyBuild();
    const inTheWay = ['domain/mooring.example.html', 'browse.html'].map((path) => join(outDir, path));
    for (const path of inTheWay) {
      rmSync(path);
      mkdirSync(path);
    }
    store.put(toDetail('mooring.example', { facts: { authority: 30, summary: 'Better ropes.' } }));
    const report = await build(store);
    expect(report.failed.map(({ domain }) => domain)).toEqual(['mooring.example']);
    expect(report.failedFiles.map(({ path }) => path)).toEqual(['browse.html']);
    expect(read('domain/mooring.example.md')).toContain('Better ropes.');
    expect(read('browse.md')).toContain('Better ropes.');
    for (const path of inTheWay) rmSync(path, { recursive: true });
    expect(await build(store)).toMatchObject({ failed: [], failedFiles: [] });
    expect(read('domain/mooring.example.html')).toContain('Better ropes.');
    expect(read('browse.html')).toContain('Better ropes.');
  });

  it('publishes all other pages if a record is unreadable, and fails if the store is away', async () => {
    const store = copyBuild();
    const good = read('domain/mooring.example.html');
    for (const detail of sites()) store.put({ ...detail, content_changed_at: '2026-11-01T00:00:00.000Z' });
    const { getDetails } = store.store;
    let kind: 'broken' | 'unavailable' = 'broken';
    const poisoned = {
      ...store,
      store: {
        ...store.store,
        getDetails: async (domains: readonly string[]) => {
          if (domains.includes('mooring.example')) throw new StoreError(kind, 'rank: expected number');
          return await getDetails(domains);
        },
      },
    };
    const report = await build(poisoned);
    expect(report).toMatchObject({ rendered: 3, removed: 0 });
    expect(report.failed).toEqual([{ domain: 'mooring.example', reason: 'rank: expected number' }]);
    expect(read('domain/mooring.example.html')).toBe(good);
    expect(read('browse.html')).toContain('mooring.example');
    expect((await build(poisoned)).failed).toHaveLength(1);
    kind = 'unavailable';
    await expect(build(poisoned)).rejects.toThrow('rank: expected number');
    expect(await build(store)).toMatchObject({ rendered: 1, failed: [] });
  });
});

describe('a page of a hostile site', () => {
  const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(2)>\u202E"><svg onload=alert(3)>';

  it('shows all text of the site as text', async () => {
    const store = fakeStore([
      toDetail('evil.example', {
        facts: {
          title: HOSTILE,
          summary: HOSTILE,
          description: HOSTILE,
          tags: [HOSTILE],
          contact: HOSTILE,
          llms_txt: 'javascript:alert(1)',
          nested_llms_txt: ['javascript:alert(1)', 'not a url'],
          verified: true,
        },
        preview: {
          title: HOSTILE,
          summary: HOSTILE,
          details: HOSTILE,
          sections: [
            { title: HOSTILE, links: [{ title: HOSTILE, url: 'javascript:alert(1)', notes: HOSTILE }] },
            { title: 'x', links: [{ title: '', url: 'https://a.example/"onmouseover="alert(1)', notes: null }] },
          ],
          bytes: 1,
          tokens: 1,
          truncated: true,
        },
        similar: [],
      }),
    ]);
    const report = await build(store);
    expect(report.failed).toEqual([]);
    for (const path of files().filter((name) => name.endsWith('.html'))) {
      expect(`${path}: ${activeParts(read(path))}`).toBe(`${path}: `);
      expect(read(path)).not.toMatch(/[\u202a-\u202e]/);
    }
    for (const path of ['feed.xml', 'sitemaps/domains-1.xml', 'badge/evil.example.svg']) {
      expect(read(path)).not.toMatch(/<(?:script|img|svg onload)/);
    }
    for (const path of ['domain/evil.example.md', 'llms.txt', 'browse.md']) {
      expect(read(path)).not.toMatch(/(?<!\\)<(?:script|img|svg)|\]\(javascript:/);
    }
  });
});

/** Returns active or foreign content. Our pages contain none, and hostile text must not add any. */
function activeParts(html: string): string[] {
  const found: string[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ('attrs' in node) {
      const attribute = (name: string) => node.attrs.find((one) => one.name === name)?.value;
      if (node.nodeName === 'script' && attribute('type') !== 'application/ld+json' && !attribute('src'))
        found.push('script');
      if (['iframe', 'object', 'embed', 'base'].includes(node.nodeName)) found.push(node.nodeName);
      for (const { name, value } of node.attrs) {
        if (name.startsWith('on') || name === 'style') found.push(name);
        if (name === 'href' && /^\s*(javascript|data|vbscript):/i.test(value)) found.push(value);
        if (name === 'src' && !/^(?:\/|data:image\/svg\+xml,)/.test(value)) found.push(value);
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parse(html));
  return found;
}
