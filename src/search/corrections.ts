import type { WordList } from './word-list.ts';
import { foldText } from './words.ts';

/** Number of matches below which a word may be a typo. */
export const FEW_MATCHES = 3;
/** Length of the shortest corrected word. */
const MIN_CHARACTERS = 4;
/** Most mistakes. A mistake is a letter omitted, added, replaced, or swapped with its neighbor. */
const MAX_MISTAKES = 2;
/** Length of the shortest word with two corrected mistakes. Shorter words are close to many other words. */
const MIN_CHARACTERS_OF_TWO = 7;

/**
 * Finds the nearest known word for each unknown word, and the most frequent of equally near words. Skips words with another first
 * letter, because the first letter is rarely wrong (Pollock and Zamora 1984, "Automatic spelling correction in scientific and
 * scholarly text").
 */
export function correctWords(unknown: readonly string[], { words }: WordList): Map<string, string> {
  const corrections = new Map<string, string>();
  for (const word of unknown) {
    if (word.length < MIN_CHARACTERS || /\p{N}/u.test(word)) continue;
    let most = word.length < MIN_CHARACTERS_OF_TWO ? 1 : MAX_MISTAKES;
    // The most frequent words come first.
    for (const entry of words) {
      if (entry.word[0] !== word[0] || Math.abs(entry.word.length - word.length) > most) continue;
      const mistakes = countMistakes(word, entry.word);
      if (mistakes > most) continue;
      corrections.set(word, entry.word);
      most = mistakes - 1;
    }
  }
  return corrections;
}

export function correctQuery(typed: string, corrections: ReadonlyMap<string, string>): string | null {
  const corrected = typed.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => corrections.get(foldText(word)) ?? word);
  return corrected === typed ? null : corrected;
}

/** Computes Damerau's distance (optimal string alignment). */
export function countMistakes(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const best = swapped ? Math.min(replaced, (beforeLast[j - 2] ?? 0) + 1) : replaced;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, best));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
