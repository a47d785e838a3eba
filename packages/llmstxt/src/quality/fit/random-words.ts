import { computeWeight } from '../meaning.ts';
import { countUnits } from './index-units.ts';
import type { ReadPage } from './read-page.ts';

/** Fewest words that can be judged. */
const MIN_WORDS = 150;
/** Largest share of pages with a word that counts, because templates repeat words on more pages. */
const MAX_SHARE = 0.1;
/**
 * Probability that two words of the pages are the same (Simpson's index). It is above this value in 463 real files, and below it
 * in most files with random words.
 */
const MIN_SAME = 0.0007;

/**
 * Reports whether the words of pages are random, because random words hardly repeat. Ignores scripts without spaces, because
 * parts of words repeat less.
 */
export function haveRandomWords(pages: readonly ReadPage[]): boolean {
  const most = Math.max(2, pages.length * MAX_SHARE);
  let words = 0;
  let same = 0;
  for (const [unit, count] of countUnits(pages, ({ name, added }) => [...name, ...added])) {
    if (count > most || computeWeight(unit) !== 1) continue;
    words += count;
    same += count * (count - 1);
  }
  return words >= MIN_WORDS && same < words * words * MIN_SAME;
}
