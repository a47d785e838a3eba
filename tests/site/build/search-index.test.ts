import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeSearchIndexes, makeSearchIndex } from '../../../src/site/build/search-index.ts';
import { rowOfDetail } from '../../../src/site/row.ts';
import { detailOf } from '../domain-fixture.ts';

let root: string;
let workDir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'search-index-'));
  workDir = join(root, 'work');
});
afterEach(async () => {
  await closeSearchIndexes();
  rmSync(root, { recursive: true, force: true });
});

const rows = ['harbour.example', 'mooring.example'].map((domain) => ({
  row: rowOfDetail(detailOf(domain)),
  words: `'boat':1A 'tide':2B`,
}));

it('a search index gives out its entry last, once, and a file for each site', async () => {
  const paths: string[] = [];
  for await (const { path } of makeSearchIndex(rows, workDir)) paths.push(path);
  expect(paths.indexOf('pagefind-entry.json')).toBe(paths.length - 1);
  expect(paths.filter((path) => path.startsWith('fragment/'))).toHaveLength(2);
  expect(existsSync(workDir)).toBe(false);
});

it('a search index leaves nothing behind when it is not read to its end, or was stopped', async () => {
  for await (const _ of makeSearchIndex(rows, workDir)) break;
  expect(existsSync(workDir)).toBe(false);
  const stopped = makeSearchIndex(rows, workDir, AbortSignal.abort(new Error('enough')));
  await expect(stopped.next()).rejects.toThrow('enough');
  expect(existsSync(workDir)).toBe(false);
});
