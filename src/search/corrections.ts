import type { WordList } from './word-list.ts';
import { foldText } from './words.ts';

/** Matches below which a word may be a typo. */
export const FEW_MATCHES = 3;
/** Shortest word that is corrected. */
const MIN_CHARACTERS = 4;
/** Longest word that is corrected. The work grows with its square. */
const MAX_CHARACTERS = 64;
/** Most mistakes: a letter omitted, added, replaced, or swapped with its neighbor. */
const MAX_MISTAKES = 2;
/** Shortest word with two mistakes. Shorter words are close to many others. */
const MIN_CHARACTERS_OF_TWO = 7;
/**
 * Cost of a wrong first letter, which is rare (Pollock and Zamora 1984, "Automatic spelling correction in scientific
 * and scholarly text").
 */
const WRONG_FIRST_LETTER = 0.7;
/** Mistakes that a tenfold frequency outweighs. No frequency outweighs more than the second. */
const TENFOLD = 0.2;
const MOST_BY_FREQUENCY = 0.6;

/**
 * Finds the known word with the fewest mistakes for each unknown word. If several are equal, the most frequent wins.
 */
export function correctWords(unknown: readonly string[], { words }: WordList): Map<string, string> {
  const corrections = new Map<string, string>();
  for (const word of unknown) {
    if (word.length < MIN_CHARACTERS || word.length > MAX_CHARACTERS || /\p{N}/u.test(word)) continue;
    const letters = lettersOf(word);
    let best: string | null = null;
    let lowest = Number.POSITIVE_INFINITY;
    for (const known of words) {
      if (Math.abs(known.word.length - word.length) > MAX_MISTAKES || differ(lettersOf(known.word), letters)) continue;
      const mistakes = countMistakes(word, known.word);
      if (mistakes > (word.length < MIN_CHARACTERS_OF_TWO ? 1 : MAX_MISTAKES)) continue;
      const first = known.word[0] === word[0] ? 0 : WRONG_FIRST_LETTER;
      const cost = mistakes + first - Math.min(MOST_BY_FREQUENCY, TENFOLD * Math.log10(1 + known.sites));
      if (cost < lowest) [best, lowest] = [known.word, cost];
    }
    if (best !== null) corrections.set(word, best);
  }
  return corrections;
}

/** Returns the corrected query, or null. */
export function correctQuery(typed: string, corrections: ReadonlyMap<string, string>): string | null {
  const corrected = typed.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => corrections.get(foldText(word)) ?? word);
  return corrected === typed ? null : corrected;
}

/** Returns the letters of a word as bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** Reports quickly whether two words differ in too many letters. */
function differ(a: number, b: number): boolean {
  let bits = a ^ b;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count > 2 * MAX_MISTAKES;
}

/** Computes Damerau's distance (optimal string alignment). */
function countMistakes(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, exchanged));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
