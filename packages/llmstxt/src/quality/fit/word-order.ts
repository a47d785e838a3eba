import { NEVER_LAST } from '../../frequent-words.ts';

/**
 * Measures how often names, notes and sentences end with a word that cannot end one in their language, such as "of"
 * or "the".
 */
export class WordOrder {
  #segments = 0;
  #words = 0;
  readonly #languages = NEVER_LAST.map((never) => ({ never, count: 0, last: 0 }));

  /** `text`: a heading, a name, notes or a paragraph. */
  add(text: string): void {
    if (this.#words > MAX_WORDS) return;
    let words: string[] = [];
    for (const token of text.toLowerCase().match(TOKEN) ?? []) {
      if (!END.test(token)) words.push(token);
      else {
        if (!ELLIPSIS.test(token)) this.#addSegment(words);
        words = [];
      }
    }
    this.#addSegment(words);
  }

  #addSegment(words: readonly string[]): void {
    const last = words.at(-1);
    if (last === undefined || words.length < 2) return;
    this.#segments++;
    this.#words += words.length;
    for (const word of words) {
      // Most words are in no list.
      if (ANY_NEVER_LAST.has(word))
        for (const language of this.#languages) if (language.never.has(word)) language.count++;
    }
    if (ANY_NEVER_LAST.has(last)) for (const language of this.#languages) if (language.never.has(last)) language.last++;
  }

  /** Reports whether such words occur anywhere, even last. False if they are too rare. */
  get isRandom(): boolean {
    const [language] = this.#languages.toSorted((a, b) => b.count - a.count);
    if (language === undefined || language.count < this.#words * MIN_SHARE) return false;
    const byChance = (this.#segments * language.count) / this.#words;
    return byChance >= MIN_BY_CHANCE && language.last >= byChance * RANDOM_SHARE;
  }
}

const ANY_NEVER_LAST = new Set(NEVER_LAST.flatMap((never) => [...never]));
/** A word, or the end of a segment. A period inside a name, such as ".NET", ends nothing. */
const TOKEN = /[\p{L}\p{N}'’]+|\.\.\.|…|[.!?;](?![\p{L}\p{N}])|[|。！？]/gu;
const END = /^[.…!?;|。！？]/;
/** A cut text may end anywhere, so its last segment does not count. */
const ELLIPSIS = /^(?:\.\.\.|…)/;
/** Most words read. */
const MAX_WORDS = 5_000;
/** Smallest share of such words in a text of their language. */
const MIN_SHARE = 0.04;
const MIN_BY_CHANCE = 4;
/** Files with shuffled words have 0.5 to 1.4, and 95 % of real files are below 0.3. */
const RANDOM_SHARE = 0.5;
