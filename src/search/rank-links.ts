import type { FileLink } from './file-links.ts';
import type { Clause, SearchQuery } from './query.ts';
import { lexemesOf, scoreAll } from './rank.ts';
import type { WordList } from './word-list.ts';
import { foldText, stemOf, wordsOf } from './words.ts';

/** The links of a site, with what is answered of it. */
export interface SiteLinks {
  readonly domain: string;
  /** Its title. */
  readonly site: string | null;
  readonly authority: number | null;
  readonly verified: boolean;
  /** Of its main file. */
  readonly links: readonly FileLink[];
  /** Of further files that its owner names. */
  readonly nested: readonly FileLink[];
  /** The beginning of its main file. */
  readonly prose: string;
}

export interface RankedLink {
  readonly link: FileLink;
  readonly site: SiteLinks;
  /** The share of what was asked that it holds. */
  readonly coverage: number;
  readonly score: number;
}

/** What a word counts in notes and section, and in what the site is called, of what it counts in the title of a link. */
const IN_OTHER_FIELD = 0.5;
const IN_SITE = 0.45;
/** What a title counts more that consists of the words asked for, and neighbors in the order of the query. */
const WHOLE_TITLE = 0.35;
const NEIGHBORS = 0.25;
/** The least share of what was asked, by weight, that a link has to hold. */
const MIN_COVERAGE = 0.4;
/** With as many links that hold all words, no others are shown. */
const ENOUGH_WHOLE = 10;

/** The links of some sites that hold what was asked, best first. Of operators, they satisfy each. */
export function rankLinks(
  sites: readonly SiteLinks[],
  query: SearchQuery,
  words: WordList,
  minCoverage = MIN_COVERAGE,
): RankedLink[] {
  const { terms, clauses } = query;
  const lexemes = lexemesOf(terms);
  // A stem begins as its words do: most links are told by that, far faster than by their words.
  const beginnings = lexemes.map((lexeme) => lexeme.slice(0, lexeme.length > 3 ? 3 : 2));
  const found = sites.flatMap((site) => {
    const ofSite = stemsOf(`${site.domain} ${site.site ?? ''}`);
    const isOfSite = terms.every(({ stems, others }) => [...stems, ...others].some((stem) => ofSite.has(stem)));
    return [...site.links, ...site.nested].flatMap((link) => {
      const text = foldText(`${link.title} ${link.section ?? ''} ${link.notes ?? ''}`);
      if (!isOfSite && !beginnings.some((beginning) => text.includes(beginning))) return [];
      const title = wordsOf(link.title);
      const others = [link.section ?? '', link.notes ?? ''].map(wordsOf);
      const inTitle = new Set(title.map(stemOf));
      const inOthers = new Set(others.flat().map(stemOf));
      const values = lexemes.map((lexeme) =>
        inTitle.has(lexeme) ? 1 : inOthers.has(lexeme) ? IN_OTHER_FIELD : ofSite.has(lexeme) ? IN_SITE : 0,
      );
      if (!(isOfSite || values.some((value) => value > IN_SITE)) || !satisfies([title, ...others], ofSite, clauses))
        return [];
      return [{ site, link, title, values, authority: site.authority }];
    });
  });
  const asked = new Set(lexemes);
  const scores = scoreAll(found, terms, words);
  const ranked = found.map(({ site, link, title }, at): RankedLink => {
    const { coverage = 0, score = 0 } = scores[at] ?? {};
    const share = title.filter((word) => asked.has(stemOf(word))).length / Math.max(title.length, 1);
    const pairs = terms.filter(({ word }, i) =>
      title.some((one, j) => one === word && title[j - 1] === terms[i - 1]?.word),
    );
    const inOrder = pairs.length / Math.max(terms.length - 1, 1);
    return { site, link, coverage, score: score * (1 + WHOLE_TITLE * share + NEIGHBORS * inOrder) };
  });
  const whole = ranked.filter(({ coverage }) => coverage === 1);
  const partly = ranked.filter(({ coverage }) => clauses.length > 0 || coverage >= minCoverage);
  const shown = whole.length >= ENOUGH_WHOLE && clauses.length === 0 ? whole : partly;
  return shown.toSorted((a, b) => b.score - a.score || (b.site.authority ?? 0) - (a.site.authority ?? 0));
}

const stemsOf = (text: string) => new Set(wordsOf(text).map(stemOf));

/** Reports whether a link satisfies a query with operators. */
function satisfies(
  fields: readonly (readonly string[])[],
  ofSite: ReadonlySet<string>,
  clauses: SearchQuery['clauses'],
): boolean {
  const stems = new Set([...fields.flat().map(stemOf), ...ofSite]);
  const holds = ({ words, isPhrase }: Clause) =>
    isPhrase
      ? fields.some((field) => ` ${field.join(' ')} `.includes(` ${words.join(' ')} `))
      : words.every((word) => stems.has(stemOf(word)));
  return clauses.length === 0 || clauses.some((all) => all.every((clause) => holds(clause) !== clause.isExcluded));
}
