import { stemmer as english } from '@orama/stemmers/english';
import { STEM } from './stems.ts';

/*
 * How the words of a site stand in an index of Pagefind, which knows words and their positions, but neither our stems nor weights.
 * The token of a word begins with its English stem, so that what begins with a stem is what has it. The position of a token tells its
 * weight and place: each weight has a range of its own, and what else stands at a place (stems in the site's language, parts of a
 * compound) is at the same position of a further layer.
 */

/** PostgreSQL's weights of lexemes, in the order in which they stand in the text of a site. */
const RANGES = [
  { weight: 'C', start: 160, end: 576 },
  { weight: 'D', start: 576, end: 1_024 },
  { weight: 'A', start: 2, end: 48 },
  { weight: 'B', start: 48, end: 160 },
] as const;
const LAYER = 1_024;
const MAX_LAYERS = 8;

export type Weight = (typeof RANGES)[number]['weight'];

/** Counts as a position, and is no word. */
const FILLER = '.';
/** Pagefind writes this weight of a word shortest, and another one before each position. */
const SHORTEST_WEIGHT = '___PAGEFIND_WEIGHT___1.05';

/** The token of a lexeme, a word or `~stem`: none begins with another one. */
export function tokenOf(lexeme: string): string {
  return lexeme.startsWith(STEM)
    ? `${stemStart(lexeme.slice(STEM.length))}qz`
    : `${stemStart(english(lexeme))}${encode(lexeme)}qz`;
}

/** What the tokens of a stem, and of all words with this English stem, begin with. */
export function stemStart(stem: string): string {
  return `${encode(stem)}qs`;
}

/** What the tokens of domain names begin with that begin so. */
export function nameStart(start: string): string {
  return `qn${encode(start)}`;
}

/** The token that each site has. */
export const ANY_SITE = 'qy';

/** The token of a whole domain name. */
export function nameToken(domain: string): string {
  return `${nameStart(domain)}qz`;
}

/** What a lexeme is found under where all words with its English stem are one entry. */
export function wordKey(lexeme: string): string {
  return lexeme.startsWith(STEM) ? lexeme.slice(STEM.length) : english(lexeme);
}

/** What a domain name is found under beside words, none of which begins so. Names that begin alike stand together. */
export function nameKey(domain: string): string {
  return `@${domain}`;
}

/** In letters and digits alone: `q` begins what is written otherwise. */
function encode(text: string): string {
  return text.replace(
    /[^a-pr-z0-9]/g,
    (unit) => ESCAPED[unit] ?? `qu${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
const ESCAPED: Readonly<Record<string, string>> = { q: 'qq', '.': 'qd', '-': 'qh' };

/** A word of a site: those of one weight that stand together have places in a row. */
export interface Place {
  readonly weight: Weight;
  readonly place: number;
  /** Grows in the order of the site's text. */
  readonly order: number;
}

export function placeAt(position: number): Place {
  const place = position % LAYER;
  const range = RANGES.findIndex(({ start, end }) => place >= start && place < end);
  return { weight: RANGES[range]?.weight ?? 'D', place, order: range * LAYER + place };
}

/** The content of a site's record in Pagefind. `words`: the text of its `tsvector`. */
export function indexContent(domain: string, words: string): string {
  const places = readPlaces(words);
  const tokens = [nameToken(domain), ANY_SITE];
  for (const { weight, start, end } of RANGES) {
    let position = start;
    let last: number | null = null;
    for (const [place, lexemes] of places[weight]) {
      // What is apart stays so: no phrase goes over the gap.
      if (last !== null && place > last + 1) position++;
      last = place;
      if (position >= end) break;
      for (const [layer, token] of tokensAt(lexemes).slice(0, MAX_LAYERS).entries()) {
        tokens[layer * LAYER + position] = token;
      }
      position++;
    }
  }
  return [SHORTEST_WEIGHT, ...Array.from(tokens, (token) => token ?? FILLER)].join(' ');
}

const ENTRY = /'([^']+)':([\dA-D,]+)/g;

/** The lexemes in the text of a `tsvector`. */
export function lexemesOfVector(words: string): string[] {
  return Array.from(words.matchAll(ENTRY), ([, lexeme = '']) => lexeme);
}

/** By weight, the lexemes of each place in order. */
function readPlaces(words: string): Record<Weight, [number, string[]][]> {
  const places = { A: new Map<number, string[]>(), B: new Map(), C: new Map(), D: new Map() };
  for (const [, lexeme = '', list = ''] of words.matchAll(ENTRY)) {
    for (const at of list.split(',')) {
      const letter = at.at(-1) ?? '';
      const ofWeight: Map<number, string[]> =
        letter === 'A' || letter === 'B' || letter === 'C' ? places[letter] : places.D;
      const place = Number.parseInt(at, 10);
      const known = ofWeight.get(place);
      if (known === undefined) ofWeight.set(place, [lexeme]);
      else known.push(lexeme);
    }
  }
  const inOrder = (some: Map<number, string[]>) => [...some].toSorted(([a], [b]) => a - b);
  return { A: inOrder(places.A), B: inOrder(places.B), C: inOrder(places.C), D: inOrder(places.D) };
}

/** The word of a place first: it stands for its English stem as well, where that is another word. */
function tokensAt(lexemes: readonly string[]): string[] {
  const [word, ...parts] = lexemes.filter((lexeme) => !lexeme.startsWith(STEM)).toSorted((a, b) => b.length - a.length);
  const stem = word === undefined ? undefined : english(word);
  const stems = lexemes.filter((lexeme) => lexeme.startsWith(STEM) && (stem === word || lexeme !== STEM + stem));
  return [...(word === undefined ? [] : [word]), ...parts, ...stems].map(tokenOf);
}
