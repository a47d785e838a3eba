import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteLexemes } from '../../src/search/site-lexemes.ts';
import { lexemesOfQuery, STEM } from '../../src/search/stems.ts';
import { partsWith } from '../../src/site/browser/word-table.ts';
import { openSiteFolder } from '../../src/site/build/site-folder.ts';
import { hasWordTable, keysOf, removeOtherKeys, writeKeys, writeWordTable } from '../../src/site/build/word-table.ts';
import { rowOfDetail } from '../../src/site/row.ts';
import type { WordTable } from '../../src/site/search-manifest.ts';
import { mulberry32 } from '../store/directory-model.ts';
import { detailOf } from './domain-fixture.ts';

let root: string;
let outDir: string;
let stateDir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'word-table-'));
  outDir = join(root, 'site');
  stateDir = join(root, 'state');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** By domain, what is said of a site. */
type Part = Readonly<Record<string, string>>;

async function write(parts: Readonly<Record<string, Part>>): Promise<WordTable | null> {
  for (const [name, sites] of Object.entries(parts)) {
    const rows = Object.entries(sites).map(([domain, summary]) => ({
      row: rowOfDetail(detailOf(domain)),
      words: siteLexemes({ domain, title: '', summary, language: 'en' }),
    }));
    writeKeys(stateDir, name, keysOf(rows));
  }
  return await writeWordTable(openSiteFolder(outDir), stateDir, Object.keys(parts));
}

async function find(table: WordTable | null, words: readonly string[], nameStart: string | null = null) {
  if (table === null) return expect.unreachable();
  const read: number[] = [];
  const readFile = async (file: number) => {
    read.push(file);
    return JSON.parse(readFileSync(join(outDir, 'pagefind', table.folder, `${file}.json`), 'utf8'));
  };
  const lexemes = words.flatMap((word) => [...lexemesOfQuery(word)]);
  const parts = await partsWith(table, readFile, lexemes, nameStart);
  return { parts: parts && [...parts].toSorted((a, b) => a - b), read };
}

const PARTS = {
  first: { 'harbor.example': 'Tide tables', 'mooring.example': 'Berths and tides' },
  second: { 'lighthouse.example': 'Keepers of lights' },
  third: { 'harvest.example': 'Wheat, and the tide of it', 'mill.example': 'Flour' },
};

describe('the table of words', () => {
  it('names the parts that hold a word in any of its forms', async () => {
    const table = await write(PARTS);
    expect((await find(table, ['tides'])).parts).toEqual([0, 2]);
    expect((await find(table, ['tide'])).parts).toEqual([0, 2]);
    expect((await find(table, ['keeper'])).parts).toEqual([1]);
    expect((await find(table, [`${STEM}tide`])).parts).toEqual([0, 2]);
    expect((await find(table, ['flour', 'lights'])).parts).toEqual([1, 2]);
    expect((await find(table, ['xylophone'])).parts).toEqual([]);
  });

  it('names the parts with a name that begins so', async () => {
    const table = await write(PARTS);
    expect((await find(table, [], 'har')).parts).toEqual([0, 2]);
    expect((await find(table, [], 'harv')).parts).toEqual([2]);
    expect((await find(table, [], 'lighthouse.example')).parts).toEqual([1]);
    expect((await find(table, [], 'zebra')).parts).toEqual([]);
    expect((await find(table, ['keepers'], 'mi')).parts).toEqual([1, 2]);
  });

  it('does not exist for few parts, each of which is opened anyway', async () => {
    const { first, second } = PARTS;
    expect(await write({ first, second })).toBeNull();
  });

  it('says that any part may hold a word that most of them hold, or a name that begins as very many do', async () => {
    const parts = Array.from({ length: 13 }, (_, part) => [
      `part${part}`,
      Object.fromEntries(
        Array.from({ length: 800 }, (_, site) => [`site-${part}-${site}.example`, `Tides ${part} at ${site * 13}`]),
      ),
    ]);
    const table = await write(Object.fromEntries(parts));
    expect((await find(table, ['tide'])).parts).toBeNull();
    expect((await find(table, [], 'site-')).parts).toBeNull();
    expect((await find(table, [], 'site-12-')).parts).toEqual([12]);
  });

  it('finds everything that a large directory holds, and reads a file for a word', async () => {
    const random = mulberry32(7);
    // No language has other forms of a number.
    const wordOf = () => String(1_000 + Math.floor(6_000 ** random()));
    const parts = Array.from(
      { length: 8 },
      (_, part): Part =>
        Object.fromEntries(
          Array.from({ length: 300 }, (_, site) => [
            `${wordOf()}-${part}-${site}.example`,
            Array.from({ length: 8 }, wordOf).join(' '),
          ]),
        ),
    );
    const table = await write(Object.fromEntries(parts.map((part, at) => [`part${at}`, part])));
    expect(table?.firstKeys.length).toBeGreaterThan(3);
    for (let round = 0; round < 300; round++) {
      const word = wordOf();
      const holding = parts.flatMap((part, at) =>
        Object.entries(part).some(([domain, text]) => `${domain} ${text}`.split(/[ .-]/).includes(word)) ? [at] : [],
      );
      const { parts: found, read } = await find(table, [word]);
      expect(found, word).toEqual(holding);
      expect(read.length).toBeLessThanOrEqual(2);
      const start = Object.keys(parts[round % 8] ?? {})[round % 300]?.slice(0, 5) ?? '';
      const named = parts.flatMap((part, at) => (Object.keys(part).some((name) => name.startsWith(start)) ? [at] : []));
      const foundNames = (await find(table, [], start)).parts;
      expect(foundNames ?? named, start).toEqual(named);
    }
  });

  it('is there as a whole or not at all, and forgets parts that are no more', async () => {
    const table = await write(PARTS);
    if (table === null) return expect.unreachable();
    expect(hasWordTable(outDir, table)).toBe(true);
    rmSync(join(outDir, 'pagefind', table.folder, '0.json'));
    expect(hasWordTable(outDir, table)).toBe(false);
    removeOtherKeys(stateDir, ['first', 'third']);
    expect(readdirSync(join(stateDir, 'search-keys'))).toEqual(['first.txt', 'third.txt']);
  });
});
