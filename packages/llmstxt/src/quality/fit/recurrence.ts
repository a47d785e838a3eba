import { STEM } from '../meaning.ts';

/** Measures how many words of a text recur, or are words of a URL. */
export class Recurrence {
  readonly #counts = new Map<string, number>();
  readonly #ofUrls = new Set<string>();

  add(units: Iterable<string>): void {
    for (const unit of units) if (unit.length === STEM) this.#counts.set(unit, (this.#counts.get(unit) ?? 0) + 1);
  }

  addUrl(units: Iterable<string>): void {
    for (const unit of units) this.#ofUrls.add(unit);
  }

  /** Reports whether the words are random letters. */
  get isRandom(): boolean {
    let all = 0;
    let once = 0;
    for (const [unit, count] of this.#counts) {
      all += count;
      if (count === 1 && !this.#ofUrls.has(unit)) once++;
    }
    return all >= MIN_WORDS && once > all * (all < LONG ? MAX_ONCE_IF_SHORT : MAX_ONCE);
  }
}

/** Fewest words that can be judged. */
const MIN_WORDS = 60;
const LONG = 150;
/** Share of words that occur once. Real files have less, and nine of ten files of random letters have more. */
const MAX_ONCE_IF_SHORT = 0.85;
const MAX_ONCE = 0.68;
