import { UNFINISHED } from '../../frequent-words.ts';

/** List of each word by language: 0 for articles, 1 for prepositions, 2 for others. */
const LISTS = UNFINISHED.map((lists) => {
  return new Map(lists.flatMap((words, list) => words.map((word) => [word, list])));
});
const OTHERS = 2;
const LISTED = new Set(LISTS.flatMap((lists) => [...lists.keys()]));

/** Share of listed words in written text that end a sentence or precede a word that cannot follow them. */
const MISPLACED = 0.01;

/** Collects evidence that words are shuffled, from sentences and names. */
export class WordOrder {
  #words = 0;
  readonly #endings = new Set<string>();
  readonly #languages = LISTS.map((lists) => ({ lists, count: 0, evidence: 0, isWithin: false }));

  add(text: string): void {
    if (this.#words > MAX_WORDS) return;
    let words: string[] = [];
    for (const token of text.match(TOKEN) ?? []) {
      // A keyword such as AND is a name.
      if (!END.test(token)) words.push(token === token.toUpperCase() ? token : token.toLowerCase());
      else {
        this.#addSegment(words, CUT.test(token));
        words = [];
      }
    }
    this.#addSegment(words, false);
  }

  /** Adds a segment. A cut segment, or a segment before a URL, may end anywhere. A question may end with a preposition. */
  #addSegment(words: readonly string[], isCut: boolean): void {
    this.#words += words.length;
    const listed = words.filter((word) => LISTED.has(word));
    if (listed.length === 0) return;
    // Count an ending such as "wherever you are" once, because slogans repeat it. Headings such as "Built with" are too short.
    const ending = words.slice(-2).join(' ');
    const hasEnd = !isCut && words.length > 2 && !this.#endings.has(ending);
    this.#endings.add(ending);
    for (const language of this.#languages) {
      if (!listed.some((word) => language.lists.has(word))) continue;
      const lists = words.map((word) => language.lists.get(word) ?? -1);
      // Shuffled, each word may be last or before any other word. The last place and the words below cannot follow it.
      const impossible = [0, 1].map((list) => lists.filter((one) => one >= list).length);
      for (const [at, list] of lists.entries()) {
        if (list < 0) continue;
        language.count++;
        const next = lists[at + 1];
        if (next === undefined && !hasEnd) continue;
        const isMisplaced = next === undefined || (list < OTHERS && next >= list);
        language.evidence += weigh(isMisplaced, (impossible[list] ?? 1) / words.length);
        language.isWithin ||= isMisplaced && next !== undefined;
      }
    }
  }

  /**
   * Natural logarithm of the odds that the words are shuffled. At most 0 if only last words are misplaced, because cut texts
   * also end with such words.
   */
  get evidence(): number {
    const language = this.#languages.reduce((most, one) => (one.count > most.count ? one : most));
    if (language.count <= this.#words * MIN_SHARE) return 0;
    return language.isWithin ? language.evidence : Math.min(0, language.evidence);
  }
}

/** Returns the evidence of a word, by the probability that it is misplaced among shuffled words. */
function weigh(isMisplaced: boolean, shuffled: number): number {
  if (shuffled === 1) return 0;
  return Math.log(isMisplaced ? shuffled / MISPLACED : (1 - shuffled) / (1 - MISPLACED));
}

/**
 * Matches a word with the marks beside it, or the end of a segment. A period inside a name, such as ".NET", is not an end. A word
 * with a mark is in no list.
 */
const TOKEN = /https?:\/\/\S+|\p{Lu}\.|["“(]?[\p{L}\p{N}'’]+[,:)"”-]?|\.\.\.|…|[.!?;](?![\p{L}\p{N}])|[|。！？]/gu;
const END = /^(?:https?:|[.…!?;|。！？])/;
const CUT = /^(?:https?:|\.\.\.|[…?])/;
/** Most words read. */
const MAX_WORDS = 2_000;
/** Smallest share of listed words in a text of their language. */
const MIN_SHARE = 0.04;
