import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTsv } from '../read-tsv.ts';

/** Folder of real files outside the project. */
export const CORPUS = join(import.meta.dirname, '../../../shared/corpus');

export interface CorpusFile {
  readonly name: string;
  readonly body: Uint8Array;
}

/** Lists the files of a corpus folder. Without the corpus, prints one line and returns no files. */
export function listCorpus(folder: string, extension = '.txt'): readonly CorpusFile[] {
  const path = join(CORPUS, folder);
  if (!existsSync(path)) {
    console.log(`no corpus at ${path}: these tests run on nothing`);
    return [];
  }
  return readdirSync(path)
    .filter((name) => name.endsWith(extension))
    .map((name) => ({ name, body: new Uint8Array(readFileSync(join(path, name))) }));
}

/** Reads a tab-separated corpus table without its header. */
export function readTable(file: string): readonly (readonly string[])[] {
  const path = join(CORPUS, file);
  if (!existsSync(path)) return [];
  return readTsv(path);
}
