import type { FileLink } from './file-links.ts';
import type { Clause, SearchQuery } from './query.ts';
import { lexemesOf, scoreAll } from './rank.ts';
import type { WordList } from './word-list.ts';
import { foldText, stemOf, wordsOf } from './words.ts';

/** Links of a site, with its returned data. */
export interface SiteLinks {
  readonly domain: string;
  /** Title of the site. */
  readonly site: string | null;
  readonly authority: number | null;
  readonly verified: boolean;
  /** Links of its main file. */
  readonly links: readonly FileLink[];
  /** Links of the owner's further files. */
  readonly nested: readonly FileLink[];
  /** Start of its main file. */
  readonly prose: string;
}

export interface RankedLink {
  readonly link: FileLink;
  readonly site: SiteLinks;
  /** Share of the query that the link matches. */
  readonly coverage: number;
  readonly score: number;
}

/** Weights of words in notes, section and site name, relative to the link's title. */
const IN_OTHER_FIELD = 0.5;
const IN_SITE = 0.45;
/** Bonus of a title that consists of query words, and of neighbors in query order. */
const WHOLE_TITLE = 0.35;
const NEIGHBORS = 0.25;
/** Least weighted share of the query that a link must match. */
const MIN_COVERAGE = 0.4;
/** Number of full matches above which partial ones are hidden. */
const ENOUGH_WHOLE = 10;

/** Ranks links of sites that match the query, best first. Links satisfy all operators. */
export function rankLinks(
  sites: readonly SiteLinks[],
  query: SearchQuery,
  words: WordList,
  minCoverage = MIN_COVERAGE,
): RankedLink[] {
  const { terms, clauses } = query;
  const lexemes = lexemesOf(terms);
  // Compare the prefix of a stem first, because it is much faster than splitting words.
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
