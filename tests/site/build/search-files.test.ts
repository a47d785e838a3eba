import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGEFIND_ENV } from '../../../src/site/build/pagefind-env.ts';
import { hashRows, writeSearchFiles } from '../../../src/site/build/search-files.ts';
import { openSiteFolder } from '../../../src/site/build/site-folder.ts';
import { type Row, rowOfDetail } from '../../../src/site/row.ts';
import { SEARCH_MANIFEST, type SearchManifest } from '../../../src/site/search-manifest.ts';
import { detailOf } from '../domain-fixture.ts';

/** Three parts of a list: 512 sites, 2,048 and the rest. */
const LISTED = 2_600;
const LAST_PART = LISTED - 512 - 2_048;
const sample = rowOfDetail(detailOf('quay.example'));
const rows = Array.from({ length: LISTED }, (_, at): Row => ({ ...sample, domain: `quay${at}.example` }));

let root: string;
let outDir: string;
let stateDir: string;
beforeAll(() => {
  Object.assign(process.env, PAGEFIND_ENV);
  root = mkdtempSync(join(tmpdir(), 'search-files-'));
  [outDir, stateDir] = [join(root, 'site'), join(root, 'state')];
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Resolves to how many sites were indexed. */
const write = (listed: readonly Row[]) =>
  writeSearchFiles({
    folder: openSiteFolder(outDir),
    outDir,
    stateDir,
    rows: listed,
    hashes: hashRows(listed, () => null),
    readWords: async (domains) => new Map(domains.map((domain) => [domain, `'boat':1A '${domain.split('.')[0]}':2A`])),
    onProgress: () => {},
  });

const manifest = (): SearchManifest => JSON.parse(readFileSync(join(outDir, SEARCH_MANIFEST), 'utf8'));
const tableFolder = () => join(outDir, 'pagefind', manifest().wordTable?.folder ?? 'none');
const changeLast = (count: number, title: string) =>
  rows.map((row, at) => (at < LISTED - count ? row : { ...row, title }));

describe('the table of words of a search in three parts', () => {
  beforeEach(() => write(rows), 60_000);

  it('stays as it is while the parts do', async () => {
    const before = manifest();
    expect(existsSync(join(tableFolder(), '0.json'))).toBe(true);
    expect(await write(changeLast(3, 'Mended'))).toBe(3);
    const { wordTable, parts, recent } = manifest();
    expect(wordTable).toEqual(before.wordTable);
    expect(
      readdirSync(join(outDir, 'pagefind'), { withFileTypes: true }).filter((one) => one.isDirectory()),
    ).toHaveLength(parts.length + (recent ? 1 : 0) + 1);
  });

  it('is made anew with a part, and the old one goes away', async () => {
    const before = tableFolder();
    const grown = [...rows, ...Array.from({ length: 400 }, (_, at) => ({ ...sample, domain: `wharf${at}.example` }))];
    expect(await write(grown)).toBe(LAST_PART + 400);
    expect(existsSync(before)).toBe(false);
    const keys = readdirSync(join(stateDir, 'search-keys'));
    expect(keys.toSorted()).toEqual(
      manifest()
        .parts.map(({ folder }) => `${folder}.txt`)
        .toSorted(),
    );
    const table = readdirSync(tableFolder()).map((file) => readFileSync(join(tableFolder(), file), 'utf8'));
    expect(table.join()).toContain('["wharf399",[2]]');
  });

  it.each([
    ['a file of it', () => rmSync(join(tableFolder(), `${(manifest().wordTable?.firstKeys.length ?? 0) - 1}.json`))],
    ['what it is made from', () => rmSync(join(stateDir, 'search-keys'), { recursive: true })],
  ])('is made again with its parts where %s was lost', async (_, lose) => {
    const before = manifest();
    lose();
    expect(await write(rows)).toBe(LISTED);
    expect(manifest()).toEqual(before);
    expect(readdirSync(tableFolder())).toHaveLength(before.wordTable?.firstKeys.length ?? 0);
  });
});
