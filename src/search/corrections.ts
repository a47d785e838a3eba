import type { WordList } from './word-list.ts';
import { foldText } from './words.ts';

/** With fewer matches than this, somebody may have meant another word. */
export const FEW_MATCHES = 3;
/** Of shorter words nobody can tell what was meant. */
const MIN_CHARACTERS = 4;
/** A longer word is no word of a language, and the work grows with the square of it. */
const MAX_CHARACTERS = 64;
/** Single mistakes: a letter left out, added, replaced, or exchanged with its neighbor. */
const MAX_MISTAKES = 2;
/** With two mistakes a shorter word is as near to many others. */
const MIN_CHARACTERS_OF_TWO = 7;
/** A wrong first letter is rare (Pollock and Zamora 1984, "Automatic spelling correction in scientific and scholarly text"). */
const WRONG_FIRST_LETTER = 0.7;
/** A word that is ten times as frequent outweighs this much of a mistake, and no frequency more than the second. */
const TENFOLD = 0.2;
const MOST_BY_FREQUENCY = 0.6;

/** What each unknown word was probably meant to be: the known word with the fewest mistakes, of several the more frequent. */
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

/** The query as it was probably meant; null where nothing is to be corrected. */
export function correctQuery(typed: string, corrections: ReadonlyMap<string, string>): string | null {
  const corrected = typed.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => corrections.get(foldText(word)) ?? word);
  return corrected === typed ? null : corrected;
}

/** The letters of a word as bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** Reports whether two words have so different letters that no few mistakes make one of the other: it is told far faster than those. */
function differ(a: number, b: number): boolean {
  let bits = a ^ b;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count > 2 * MAX_MISTAKES;
}

/** Damerau's distance in its form of optimal string alignment: no part is edited twice. */
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
