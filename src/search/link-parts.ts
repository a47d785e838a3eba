import { hashOfKey, parsePageAddress } from '../directory/page-address.ts';
import { domainWords } from './domain-words.ts';
import type { FileLink } from './file-links.ts';
import { isFrequentWord, languageOf } from './languages.ts';
import { lexemesOfText } from './stems.ts';
import { isUnspaced, wordsOf } from './words.ts';

/** So many links of a file are stored and found together: most files are one part. */
const LINKS_PER_PART = 64;
/** The place of what is true of every link of a part: the words of the site. */
export const SITE_PLACE = 16_383;

/** Links of a file as they are stored: the place of a lexeme is the number of the link, from 1, and its weight the field. */
export interface LinkPart {
  /** The text of a `tsvector`: B stands in the title, C in the section, D in the notes or, at `SITE_PLACE`, in the name of the site. */
  readonly words: string;
  readonly size: number;
  /** One link a line. */
  readonly links: string;
  /** Of each link the hash of its page, by which a page is found. */
  readonly pages: readonly number[];
}

export interface LinkedSite {
  readonly domain: string;
  readonly title: string | null;
  /** What `<html lang>` says; null where nothing does. */
  readonly language: string | null;
}

/** The links of a site, in parts; one part without links where there are none. */
export function linkParts(links: readonly FileLink[], site: LinkedSite): LinkPart[] {
  const language =
    site.language ??
    languageOf(
      links
        .slice(0, 100)
        .map(({ title, notes }) => `${title} ${notes}`)
        .join(' '),
    );
  const lexemesOf = rememberLexemes(language);
  const titleWords = wordsOf(site.title ?? '');
  const siteWords = [...domainWords(site.domain, new Set(titleWords)), ...titleWords];
  const parts: LinkPart[] = [];
  for (let from = 0; from === 0 || from < links.length; from += LINKS_PER_PART) {
    const some = links.slice(from, from + LINKS_PER_PART);
    parts.push({ words: partWords(some, siteWords, lexemesOf), size: some.length, ...linkLines(some) });
  }
  return parts;
}

/** Links as they are stored: one a line, and of each the hash of its page. */
export function linkLines(links: readonly FileLink[]): Pick<LinkPart, 'links' | 'pages'> {
  return {
    links: links.map(writeLink).join('\n'),
    pages: links.map(({ url }) => hashOfKey(parsePageAddress(url)?.key ?? url)),
  };
}

export function parseLinkLine(line: string): FileLink {
  const [title = '', url = '', notes = '', section = ''] = line.split('\t');
  return { title, url, notes: notes || null, section: section || null };
}

function writeLink({ title, url, notes, section }: FileLink): string {
  return `${title}\t${url}\t${notes ?? ''}\t${section ?? ''}`;
}

type LexemesOf = (text: string) => ReadonlySet<string>;

function partWords(links: readonly FileLink[], siteWords: readonly string[], lexemesOf: LexemesOf): string {
  const places = new Map<string, { written: string; last: number }>();
  const add = (lexemes: Iterable<string>, place: number, weight: string) => {
    for (const lexeme of lexemes) {
      const known = places.get(lexeme);
      if (known === undefined) places.set(lexeme, { written: `${place}${weight}`, last: place });
      else if (known.last !== place) {
        known.written += `,${place}${weight}`;
        known.last = place;
      }
    }
  };
  links.forEach(({ title, section, notes }, at) => {
    add(lexemesOf(title), at + 1, 'B');
    if (section !== null) add(lexemesOf(section), at + 1, 'C');
    if (notes !== null) add(lexemesOf(notes), at + 1, '');
  });
  for (const word of siteWords) add(lexemesOf(word), SITE_PLACE, '');
  return Array.from(places, ([lexeme, { written }]) => `'${lexeme}':${written}`).join(' ');
}

/** The lexemes of a text; those of a word that has come before are remembered. */
function rememberLexemes(language: string): LexemesOf {
  const known = new Map<string, readonly string[]>();
  const texts = new Map<string, ReadonlySet<string>>();
  const ofWord = (word: string) => {
    const remembered = known.get(word);
    if (remembered !== undefined) return remembered;
    const lexemes = storedLexemes(word, language);
    known.set(word, lexemes);
    return lexemes;
  };
  return (text) => {
    const remembered = texts.get(text);
    if (remembered !== undefined) return remembered;
    const words = wordsOf(text);
    // Nobody looks for frequent words, unless a title has no others.
    const telling = words.filter((word) => !isFrequentWord(word));
    const lexemes = new Set((telling.length > 0 ? telling : words).flatMap(ofWord));
    texts.set(text, lexemes);
    return lexemes;
  };
}

/** Whoever looks for a word looks for its English stem as well: where that is another one, the word itself is not stored. */
function storedLexemes(word: string, language: string): readonly string[] {
  const lexemes = [...lexemesOfText(word, language)];
  const isStemStored = lexemesOfText(word, 'en').size > 1 && !isUnspaced(word);
  return isStemStored ? lexemes.filter((lexeme) => lexeme !== word) : lexemes;
}
