/**
 * Memory of a link and a section, in bytes (measured on V8 without pointer compression). The budget is eight bytes per
 * character and a constant. Real files need two per character. Only files of the shortest links or headings exceed the
 * budget. Links and sections above the budget are counted but not kept.
 */
const LINK_BYTES = 240;
const SECTION_BYTES = 280;
const BYTES_PER_CHARACTER = 8;
const BYTES_AT_LEAST = 500_000;

export class MemoryBudget {
  #left: number;

  constructor(text: string) {
    this.#left = text.length * BYTES_PER_CHARACTER + BYTES_AT_LEAST;
  }

  /** Reports whether the budget allows another link. */
  takeLink(): boolean {
    this.#left -= LINK_BYTES;
    return this.#left >= 0;
  }

  takeSection(): boolean {
    this.#left -= SECTION_BYTES;
    return this.#left >= 0;
  }
}
