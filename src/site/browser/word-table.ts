import { nameKey, wordKey } from '../../search/index-content.ts';
import type { WordFile, WordTable } from '../search-manifest.ts';

/** A start of names that many begin with is in about every part. */
const MAX_FILES_OF_NAMES = 3;

/**
 * The parts, by their place in the manifest, that hold one of these lexemes or a site whose name begins with `nameStart`. Null: any part
 * may. Rejects where a file of the table cannot be read.
 */
export async function partsWith(
  { firstKeys }: WordTable,
  readFile: (file: number) => Promise<WordFile>,
  lexemes: readonly string[],
  nameStart: string | null,
): Promise<ReadonlySet<number> | null> {
  const words = new Set(lexemes.map(wordKey));
  const names = nameStart === null ? null : nameKey(nameStart);
  const ofNames = names === null ? [] : filesOfNames(firstKeys, names);
  if (ofNames.length > MAX_FILES_OF_NAMES) return null;
  const files = new Set([...ofNames, ...Array.from(words, (key) => fileOf(firstKeys, key))]);
  const entries = (await Promise.all(Array.from(files, readFile))).flat();
  const found = entries.filter(([key]) => words.has(key) || (names !== null && key.startsWith(names)));
  if (found.some(([, parts]) => parts === null)) return null;
  return new Set(found.flatMap(([, parts]) => parts ?? []));
}

/** The file that has a key, if any has it. */
function fileOf(firstKeys: readonly string[], key: string): number {
  return Math.max(
    firstKeys.findLastIndex((first) => first <= key),
    0,
  );
}

function filesOfNames(firstKeys: readonly string[], start: string): number[] {
  const first = fileOf(firstKeys, start);
  const others = firstKeys.flatMap((key, file) => (file > first && key.startsWith(start) ? [file] : []));
  return [first, ...others];
}
