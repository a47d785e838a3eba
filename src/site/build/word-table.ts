import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexemesOfVector, nameKey, wordKey } from '../../search/index-content.ts';
import { FIRST_PARTS, SEARCH_FOLDER, type WordFile, type WordTable } from '../search-manifest.ts';
import { folderNameOf } from './hash-of.ts';
import type { IndexedRow } from './search-index.ts';
import type { SiteFolder } from './site-folder.ts';

/**
 * Most words are in few parts of a large directory: with this table a browser opens those alone. The keys of each part are kept beside
 * the site, because a part that has not changed is not read again.
 */

/** Some 5 kB, compressed. */
const KEYS_PER_FILE = 2_000;
/** To list more would save little: a word in many parts is frequent, and the first of them have enough results. */
const MAX_PARTS_LISTED = 12;

const KEYS_FOLDER = 'search-keys';
const keysFile = (stateDir: string, part: string) => join(stateDir, KEYS_FOLDER, `${part}.txt`);

/** What the sites of a part are found under. */
export function keysOf(rows: readonly IndexedRow[]): ReadonlySet<string> {
  const lexemes = new Set<string>();
  for (const { words } of rows) for (const lexeme of lexemesOfVector(words)) lexemes.add(lexeme);
  const keys = new Set(rows.map(({ row }) => nameKey(row.domain)));
  for (const lexeme of lexemes) keys.add(wordKey(lexeme));
  return keys;
}

/** Remembers the keys of a part, which is named by its folder: sorted, one a line. */
export function writeKeys(stateDir: string, part: string, keys: ReadonlySet<string>): void {
  mkdirSync(join(stateDir, KEYS_FOLDER), { recursive: true });
  writeFileSync(keysFile(stateDir, part), [...keys].sort().join('\n'));
}

/** Are the keys of a part remembered? */
export function hasKeys(stateDir: string, part: string): boolean {
  return existsSync(keysFile(stateDir, part));
}

/** Forgets the keys of all other parts. */
export function removeOtherKeys(stateDir: string, parts: readonly string[]): void {
  const kept = new Set(parts.map((part) => keysFile(stateDir, part)));
  const folder = join(stateDir, KEYS_FOLDER);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!kept.has(join(folder, name))) rmSync(join(folder, name));
  }
}

/** Writes the table of these parts, whose keys are remembered. Resolves to null where there are few. */
export async function writeWordTable(
  folder: SiteFolder,
  stateDir: string,
  parts: readonly string[],
): Promise<WordTable | null> {
  if (parts.length <= FIRST_PARTS) return null;
  const name = folderNameOf(parts.join(''));
  const firstKeys: string[] = [];
  const write = async (file: WordFile) => {
    await folder.write({ path: `${SEARCH_FOLDER}/${name}/${firstKeys.length}.json`, body: JSON.stringify(file) });
    firstKeys.push(file[0]?.[0] ?? '');
  };
  let entries: [string, readonly number[] | null][] = [];
  for (const [key, held] of mergeLines(parts.map((part) => readFileSync(keysFile(stateDir, part), 'utf8')))) {
    entries.push([key, held.length > MAX_PARTS_LISTED ? null : held]);
    if (entries.length < KEYS_PER_FILE) continue;
    await write(entries);
    entries = [];
  }
  if (entries.length > 0) await write(entries);
  return { folder: name, firstKeys };
}

/** The lines of some sorted texts, each with the texts that hold it. One at a time: together they may take hundreds of MB. */
function* mergeLines(texts: readonly string[]): Generator<[line: string, holding: readonly number[]]> {
  const lines = texts.map(linesOf);
  const next = lines.map((own) => own.next().value);
  for (;;) {
    let least: string | undefined;
    for (const line of next) if (line !== undefined && (least === undefined || line < least)) least = line;
    if (least === undefined) return;
    const holding: number[] = [];
    for (const [at, own] of lines.entries()) {
      if (next[at] !== least) continue;
      holding.push(at);
      next[at] = own.next().value;
    }
    yield [least, holding];
  }
}

function* linesOf(text: string): Generator<string, undefined> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    yield line;
    at += line.length + 1;
  }
}

/** Is the table there as a whole? Its last file is written last. */
export function hasWordTable(outDir: string, { folder, firstKeys }: WordTable): boolean {
  return existsSync(join(outDir, SEARCH_FOLDER, folder, `${firstKeys.length - 1}.json`));
}
