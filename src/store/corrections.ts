import { z } from 'zod';
import { correctWords, MAX_CHARACTERS } from '../search/corrections.ts';
import type { Corrections } from '../search/search-query.ts';
import type { Call } from './client.ts';

const unknownWords = z.array(
  z.object({ word: z.string(), similar: z.array(z.object({ word: z.string(), sites: z.int() })) }),
);

/** What was probably meant by those of the words that no site is known to hold. */
export async function readCorrections(read: Call, words: readonly string[]): Promise<Corrections> {
  const short = words.filter((word) => word.length <= MAX_CHARACTERS);
  if (short.length === 0) return new Map();
  return correctWords(await read('find_similar_words', { words: short }, unknownWords));
}
