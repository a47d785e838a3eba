/**
 * What a link and a section cost in memory, in bytes (measured on V8 without pointer compression), and what may be
 * spent: eight bytes for each character and a start. Real files spend two; only a file made of nothing but the
 * shortest possible links or headings reaches it, and the rest is then counted and not kept.
 */
const LINK_BYTES = 240;
const SECTION_BYTES = 280;
const BYTES_PER_CHARACTER = 8;
const BYTES_AT_LEAST = 500_000;

/** Bounds the memory that the links and sections of one text take. */
export class MemoryBudget {
  #left: number;

  constructor(text: string) {
    this.#left = text.length * BYTES_PER_CHARACTER + BYTES_AT_LEAST;
  }

  /** True when one more link may be kept. */
  takeLink(): boolean {
    this.#left -= LINK_BYTES;
    return this.#left >= 0;
  }

  takeSection(): boolean {
    this.#left -= SECTION_BYTES;
    return this.#left >= 0;
  }
}
