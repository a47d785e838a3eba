import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest, type WordFile } from '../search-manifest.ts';

/** The part of Pagefind's browser module that is used here. */
export interface Pagefind {
  createInstance(options: { basePath: string }): Instance;
}
export interface Instance {
  search(words: string, options?: { sort: Record<string, 'asc'> }): Promise<{ results: Result[] }>;
  /** Loads what a search for any of these words reads. */
  preload(words: string): Promise<unknown>;
}
export interface Result {
  /** In a sorted answer, the place in that order, below 0. */
  readonly score: number;
  /** Positions of all words that were found. */
  readonly words: readonly number[];
  data(): Promise<{ readonly meta: Readonly<Record<string, string>> }>;
}

/** The indexes that came with the pages, and what reads them. */
export interface IndexFiles {
  readonly manifest: SearchManifest;
  /** What searches the index in a folder. It begins to load with the first call. */
  instanceOf(folder: string): Instance;
  /** A file of the word table. */
  readWords(file: number): Promise<WordFile>;
}

/** A browser does not request a module that failed to load again under the same address: each try adds another fragment. */
let tries = 0;

/** Those of this page. Rejects where they cannot be loaded. */
export async function loadIndexFiles(): Promise<IndexFiles> {
  const address = `/${SEARCH_FOLDER}/pagefind.js#${tries++}`;
  return await loadIndexFilesFrom('', import(/* @vite-ignore */ address));
}

/** Those of a site at `origin`, by Pagefind's module for browsers. */
export async function loadIndexFilesFrom(origin: string, loading: Promise<Pagefind>): Promise<IndexFiles> {
  const [manifest, pagefind]: [SearchManifest, Pagefind] = await Promise.all([
    fetch(`${origin}${SEARCH_MANIFEST}`, { cache: 'no-cache' }).then((answer) => answer.json()),
    loading,
  ]);
  const instances = new Map<string, Instance>();
  const instanceOf = (folder: string) => {
    const known = instances.get(folder);
    if (known) return known;
    const instance = pagefind.createInstance({ basePath: `${origin}/${SEARCH_FOLDER}/${folder}/` });
    instances.set(folder, instance);
    return instance;
  };
  // The first part of the list (indexed-list.ts) loads while the page loads what searches.
  const first = manifest.recent ?? manifest.parts[0];
  if (first) instanceOf(first.folder);
  const files = new Map<number, Promise<WordFile>>();
  const readWords = (file: number) => {
    const reading =
      files.get(file) ??
      fetch(`${origin}/${SEARCH_FOLDER}/${manifest.wordTable?.folder}/${file}.json`).then((answer) => answer.json());
    files.set(file, reading);
    reading.catch(() => files.delete(file));
    return reading;
  };
  return { manifest, instanceOf, readWords };
}
