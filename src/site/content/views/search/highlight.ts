import { cutRun, SIGNED_NAME, splitWords, tellingWords, toStem } from '../../../../search/words.ts';

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a text into matches and other parts. The parts make up the text. */
export type Highlight = (text: string) => readonly TextPart[];

const EXCLUDED = /(?<!\S)-(?:"[^"]*"?|\S+)/g;
const RUN = new RegExp(`${SIGNED_NAME.source}|[\\p{L}\\p{N}\\p{M}]+`, SIGNED_NAME.flags);
/** Length of the shortest word that is highlighted inside a name. Shorter words match by chance. */
const MIN_WORD_IN_NAME = 4;

/** Creates a highlighter that finds matches like the search, in all forms of words. */
export function highlighterFor(...queries: readonly string[]): Highlight {
  const words = tellingWords(queries.flatMap((query) => splitWords(query.replace(EXCLUDED, ' '))));
  // Joins neighbors, such as "nextjs" from "next js".
  const joined = words.map((word, at) => word + (words[at + 1] ?? ''));
  const wantedStems = new Set([...words, ...joined].map(toStem));
  const isWanted = (word: string) => splitWords(word).some((folded) => wantedStems.has(toStem(folded)));
  const inNames = words.filter(({ length }) => length >= MIN_WORD_IN_NAME);
  return (text) => {
    const marked = cutAt(
      text,
      wordsWithPlaces(text).filter(([, word]) => isWanted(word)),
    );
    if (marked.some(({ isMatch }) => isMatch) || text.includes(' ')) return marked;
    // Highlight a word inside a name without spaces.
    const inside = inNames.find((word) => text.includes(word));
    return inside === undefined ? marked : cutAt(text, [[text.indexOf(inside), inside]]);
  };
}

type Place = readonly [at: number, word: string];

function wordsWithPlaces(text: string): Place[] {
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    let at = index;
    return cutRun(run).map((word) => {
      const place: Place = [at, word];
      at += word.length;
      return place;
    });
  });
}

function cutAt(text: string, matches: readonly Place[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const [at, word] of matches) {
    parts.push({ text: text.slice(end, at), isMatch: false }, { text: word, isMatch: true });
    end = at + word.length;
  }
  parts.push({ text: text.slice(end), isMatch: false });
  return parts.filter((part) => part.text !== '');
}
