import { NEVER_LAST } from '../../frequent-words.ts';

/** Share of sentences in written text that end with a word such as "of". */
const LAST_BY_MISTAKE = 0.02;

/** Collects evidence that words are shuffled, from sentences and names. */
export class WordOrder {
  #words = 0;
  readonly #endings = new Set<string>();
  #segments = 0;
  readonly #languages = NEVER_LAST.map((never) => ({ never, count: 0, last: 0 }));

  add(text: string): void {
    if (this.#words > MAX_WORDS) return;
    let words: string[] = [];
    for (const token of text.match(TOKEN) ?? []) {
      if (!END.test(token)) words.push(token);
      else {
        this.#addSegment(words, CUT.test(token));
        words = [];
      }
    }
    this.#addSegment(words, false);
  }

  /** Adds a segment. A cut segment, or a segment before a URL, may end anywhere. */
  #addSegment(segment: readonly string[], isCut: boolean): void {
    if (segment.length < 2) return;
    const words = segment.map((word) => word.toLowerCase());
    this.#words += words.length;
    if (!isCut) this.#segments++;
    // Count an ending such as "wherever you are" once, because slogans repeat it.
    const ending = words.slice(-2).join(' ');
    const counts = !isCut && !this.#endings.has(ending);
    this.#endings.add(ending);
    for (const language of this.#languages) {
      language.count += words.filter((word) => language.never.has(word)).length;
      if (counts && language.never.has(words.at(-1) ?? '')) language.last++;
    }
  }

  /** Natural logarithm of the odds that the words are shuffled. */
  get evidence(): number {
    const [language] = this.#languages.toSorted((a, b) => b.count - a.count);
    if (language === undefined || language.count <= this.#words * MIN_SHARE) return 0;
    const share = language.count / this.#words;
    return (
      language.last * Math.log(Math.max(1, share / LAST_BY_MISTAKE)) +
      (this.#segments - language.last) * Math.log(Math.min(1, (1 - share) / (1 - LAST_BY_MISTAKE)))
    );
  }
}

/** Matches a word or the end of a segment. A period inside a name, such as ".NET", is not an end. */
const TOKEN = /https?:\/\/\S+|[\p{L}\p{N}'’]+|\.\.\.|…|[.!?;](?![\p{L}\p{N}])|[|。！？]/gu;
const END = /^(?:https?:|[.…!?;|。！？])/;
const CUT = /^(?:https?:|\.\.\.|…)/;
/** Most words read. */
const MAX_WORDS = 1_000;
/** Smallest share of words that never end a sentence in a text of their language. */
const MIN_SHARE = 0.04;
