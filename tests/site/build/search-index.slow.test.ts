import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SEARCH_MANIFEST, type SearchManifest } from '../../../src/site/browser/site-index.ts';
import { buildSearch, type SearchBuild } from '../../../src/site/build/search-index.ts';
import { openSiteFolder, type SiteFolder } from '../../../src/site/build/site-folder.ts';
import { compareRows, type Row, toFullRow } from '../../../src/site/content/row.ts';
import { folderOfTest } from '../../temp-folder.ts';
import { toDetail } from '../domain-fixture.ts';
import { listIndexWords } from './index-words.ts';

let root: string;
let outDir: string;
let read: string[];
beforeEach(() => {
  root = folderOfTest();
  outDir = join(root, 'site');
});

const rows = ['harbour.example', 'mooring.example', 'quay.example']
  .map((domain, at): Row => ({ ...toFullRow(toDetail(domain)), verified: at === 2, authority: 40 + 20 * at }))
  .toSorted(compareRows);
const changed = (domain: string, title: string) => rows.map((row) => (row.domain === domain ? { ...row, title } : row));

async function build(listed: readonly Row[], options: Partial<SearchBuild> = {}): Promise<number | null> {
  read = [];
  const store = {
    readIndexWords: async (domains: readonly string[]) => {
      read.push(...domains);
      return await listIndexWords(listed).readIndexWords(domains);
    },
  };
  const folder = openSiteFolder(outDir);
  const usual = { store, folder, outDir, isWritten: true, maxSites: 10, now: () => 0, onProgress: () => {} };
  return await buildSearch(listed, { ...usual, ...options });
}

const manifest = (): SearchManifest => JSON.parse(readFileSync(join(outDir, SEARCH_MANIFEST), 'utf8'));
const folders = () =>
  readdirSync(join(outDir, 'pagefind'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  );
const listFiles = (folder: string | null) =>
  readdirSync(join(outDir, 'pagefind', folder ?? ''), { recursive: true, encoding: 'utf8' }).toSorted();
const fragments = () => listFiles(manifest().folder).filter((path) => path.startsWith('fragment/'));

describe('the search index', () => {
  it('stays until a row changes, and then reads only the changed site', async () => {
    await build(rows);
    const before = manifest();
    expect(await build(rows)).toBeNull();
    expect(await build(changed('quay.example', 'Boats'))).toBe(3);
    expect(read).toEqual(['quay.example']);
    expect(manifest().folder).not.toBe(before.folder);
    expect(folders()).toEqual([manifest().folder]);
  });

  it('keeps its name and files for equal rows', async () => {
    await build(rows);
    const made = [manifest(), fragments()];
    rmSync(root, { recursive: true });
    await build(rows);
    expect([manifest(), fragments()]).toEqual(made);
  });

  it('becomes active by the last file of a build', async () => {
    const written: string[] = [];
    const folder = openSiteFolder(outDir);
    const watched: SiteFolder = {
      ...folder,
      write: async (file) => {
        written.push(file.path);
        await folder.write(file);
      },
    };
    await build(rows, { folder: watched });
    expect(written.at(-1)).toBe(SEARCH_MANIFEST.slice(1));
  });

  it('stays active if the next build stops', async () => {
    await build(rows);
    const before = manifest();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(build(changed('quay.example', 'Boats'), { signal })).rejects.toThrow('enough');
    expect(manifest()).toEqual(before);
    expect(existsSync(join(outDir, 'pagefind', before.folder ?? '', 'pagefind-entry.json'))).toBe(true);
  });

  it('waits for changes of more than 1 % of sites, or for a day', async () => {
    const many = Array.from({ length: 100 }, (_, at) => toFullRow(toDetail(`site-${at}.example`)));
    const retitled = (count: number) => many.map((row, at) => (at < count ? { ...row, title: 'Boats' } : row));
    const options = { maxSites: 200 };
    expect(await build(many, options)).toBe(100);
    expect(await build(retitled(1), options)).toBeNull();
    expect(await build(retitled(2), options)).toBe(100);
    expect(await build(retitled(3), options)).toBeNull();
    expect(await build(retitled(3), { ...options, now: () => 86_400_000 })).toBe(100);
    // The search must not find a site that is no longer listed.
    expect(await build(retitled(3).slice(1), { ...options, now: () => 86_400_000 })).toBe(99);
  });

  it('contains only records for a large directory', async () => {
    await build(rows);
    expect(read).toHaveLength(3);
    expect(await build(rows, { maxSites: 2 })).toBe(3);
    expect(read).toEqual([]);
    expect(await build(rows, { maxSites: 2 })).toBeNull();
  });

  it.each<[why: string, listed: readonly Row[], options: Partial<SearchBuild>]>([
    ['if browsers search by the API', rows, { isWritten: false }],
    ['for an empty directory', [], {}],
  ])('disappears %s', async (_, listed, options) => {
    await build(rows);
    expect(await build(listed, options)).toBe(0);
    expect(manifest()).toEqual({ folder: null });
    expect(folders()).toEqual([]);
    expect(read).toEqual([]);
    expect(await build(listed, options)).toBeNull();
  });
});
