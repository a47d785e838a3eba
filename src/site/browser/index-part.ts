import { ANY_SITE, nameStart, nameToken, stemStart, tokenOf } from '../../search/index-content.ts';
import { STEM } from '../../search/stems.ts';

/** The part of Pagefind's browser module that is used here. */
export interface Pagefind {
  createInstance(options: { basePath: string }): Instance;
}
interface Instance {
  search(words: string, options?: { sort: Record<string, 'asc'> }): Promise<{ results: Result[] }>;
  /** Loads what a search for any of these words reads. */
  preload(words: string): Promise<unknown>;
}
interface Result {
  /** In a sorted answer, the place in that order, below 0. */
  readonly score: number;
  /** Positions of all words that were found. */
  readonly words: readonly number[];
  data(): Promise<{ readonly meta: Readonly<Record<string, string>> }>;
}

/** By place of a site in an index, the positions of something. */
export type Positions = ReadonlyMap<number, readonly number[]>;

/** One of the indexes. Its sites have places in list order. */
export interface IndexPart {
  /** Where these lexemes are, in their order. */
  positionsOf(lexemes: readonly string[]): Promise<Positions[]>;
  /** Sites whose name begins so, and among them the one that is called so. */
  sitesNamed(start: string): Promise<ReadonlyMap<number, 'same' | 'begins'>>;
  /** Makes all sites known, at some cost. */
  findAll(): Promise<void>;
  /** What is shown of a site that was found. */
  read(place: number): Promise<Readonly<Record<string, string>>>;
}

/** Resolves when the index can be asked. */
export async function openPart(pagefind: Pagefind, basePath: string): Promise<IndexPart> {
  const instance = pagefind.createInstance({ basePath });
  const results = new Map<number, Result>();
  const found = new Map<string, Promise<Positions>>();
  // Answered without a look at words, as soon as the index is there.
  await instance.search('');

  async function search(words: string): Promise<Positions> {
    const answer = await instance.search(words, { sort: { place: 'asc' } });
    const positions = new Map<number, readonly number[]>();
    for (const result of answer.results) {
      const place = Math.abs(result.score);
      results.set(place, result);
      positions.set(place, result.words);
    }
    return positions;
  }

  function find(lexeme: string): Promise<Positions> {
    const known =
      found.get(lexeme) ?? (lexeme.startsWith(STEM) ? findStem(lexeme.slice(STEM.length)) : search(tokenOf(lexeme)));
    found.set(lexeme, known);
    return known;
  }

  /** All words with the stem, but for the word that is the stem itself: that one is a lexeme of its own. */
  async function findStem(stem: string): Promise<Positions> {
    const [all, itself] = await Promise.all([search(stemStart(stem)), find(stem)]);
    const others = Array.from(all, ([place, positions]) => {
      const own = itself.get(place) ?? [];
      return [place, positions.filter((position) => !own.includes(position))] as const;
    });
    return new Map(others.filter(([, { length }]) => length > 0));
  }

  return {
    async positionsOf(lexemes) {
      const unknown = lexemes.filter((lexeme) => !found.has(lexeme));
      if (unknown.length > 0) await instance.preload(unknown.flatMap(wordsToLoad).join(' '));
      return await Promise.all(lexemes.map(find));
    },
    async sitesNamed(start) {
      await instance.preload(namesToLoad(start).join(' '));
      const begins = await search(nameStart(start));
      const same = begins.size > 0 ? await search(nameToken(start)) : begins;
      return new Map(Array.from(begins.keys(), (place) => [place, same.has(place) ? 'same' : 'begins']));
    },
    async findAll() {
      await search(ANY_SITE);
    },
    async read(place) {
      return (await results.get(place)?.data())?.meta ?? {};
    },
  };
}

/** Pagefind loads only the file in which it would find a word itself, and not those of longer words. */
function wordsToLoad(lexeme: string): string[] {
  if (!lexeme.startsWith(STEM)) return [tokenOf(lexeme)];
  const stem = lexeme.slice(STEM.length);
  return [stemStart(stem), tokenOf(stem), `${stemStart(stem)}zz`];
}

/** Names that begin so fill some files where the beginning is short. */
function namesToLoad(start: string): string[] {
  return [start, ...Array.from('0123456789abcdefghijklmnopqrstuvwxyz', (next) => start + next)].map(nameStart);
}
