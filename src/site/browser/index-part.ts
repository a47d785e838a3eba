import { ANY_SITE, nameStart, nameToken, stemStart, tokenOf } from '../../search/index-content.ts';
import { STEM } from '../../search/stems.ts';
import type { Instance, Result } from './index-files.ts';

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
export async function openPart(instance: Instance): Promise<IndexPart> {
  const results = new Map<number, Result>();
  const found = new Map<string, Promise<Positions>>();
  await untilReady(instance);

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

/** How often Pagefind looks whether an index that it was asked about is there. */
const LOOKS_EACH_MS = 50;
const READY_WITHIN_MS = 10;

/** Resolves soon after the index is there. A search for nothing is answered then, at its next look: these take turns to look. */
async function untilReady(instance: Instance): Promise<void> {
  const delays = Array.from({ length: LOOKS_EACH_MS / READY_WITHIN_MS }, (_, at) => at * READY_WITHIN_MS);
  await Promise.race(
    delays.map(async (delay) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await instance.search('');
    }),
  );
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
