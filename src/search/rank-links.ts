import type { FileLink } from './file-links.ts';
import { type Clause, lexemesOf, type SearchQuery } from './query.ts';
import { rarity, type Scored, scoreAll } from './rank.ts';
import { foldText, stemOf, wordsOf } from './words.ts';

export interface SiteLinks {
  readonly domain: string;
  /** Title of the site. */
  readonly site: string | null;
  readonly authority: number | null;
  readonly verified: boolean;
  /** Links of the site's main file. */
  readonly links: readonly FileLink[];
  /** Links of the owner's further files. */
  readonly nested: readonly FileLink[];
  /** Start of the site's main file. */
  readonly prose: string;
}

interface MatchingLink {
  readonly link: FileLink;
  readonly site: SiteLinks;
  readonly matches: ReadonlyMap<string, number>;
  readonly authority: number | null;
}
export type RankedLink = Scored<MatchingLink>;

/** Weight of words in notes, section and site name, relative to the link's title. */
const IN_OTHER_FIELD = 0.5;
/** Bonus of a title that consists of query words. */
const WHOLE_TITLE = 0.35;

/**
 * Ranks links that match a part of the query, best first. Links satisfy all operators. Words are weighed by their rarity among
 * the links of `sites`, because the sites were found by their words. This is 0.03 of nDCG@10 better than the rarity among all
 * sites.
 */
export function rankLinks(sites: readonly SiteLinks[], { terms, clauses }: SearchQuery): RankedLink[] {
  const lexemes = lexemesOf(terms);
  // Compare the stems without their last letter first, because this is much faster than splitting words.
  const prefixes = lexemes.map((lexeme) => lexeme.slice(0, -1));
  const found = sites.flatMap((site) => {
    const ofSite = stemsOf(`${site.domain} ${site.site ?? ''}`);
    const isOfSite = terms.every(({ stems }) => stems.some((stem) => ofSite.has(stem)));
    return [...site.links, ...site.nested].flatMap((link) => {
      const fields = [link.title, link.section ?? '', link.notes ?? ''];
      const text = foldText(fields.join(' '));
      if (!isOfSite && !prefixes.some((prefix) => text.includes(prefix))) return [];
      const inLink = stemsOf(text);
      if (!isOfSite && !lexemes.some((lexeme) => inLink.has(lexeme))) return [];
      if (!satisfies(fields, new Set([...inLink, ...ofSite]), clauses)) return [];
      const inTitle = stemsOf(link.title);
      const weightOf = (lexeme: string) =>
        inTitle.has(lexeme) ? 1 : inLink.has(lexeme) || ofSite.has(lexeme) ? IN_OTHER_FIELD : 0;
      const matches = lexemes.map((lexeme) => [lexeme, weightOf(lexeme)] as const).filter(([, weight]) => weight > 0);
      return [{ site, link, matches: new Map(matches), authority: site.authority, inTitle }];
    });
  });
  const links = sites.reduce((sum, site) => sum + site.links.length + site.nested.length, 0);
  const rarityOf = (stem: string) => rarity(found.filter(({ matches }) => matches.has(stem)).length, links);
  const ranked = scoreAll(found, terms, rarityOf).map((one) => {
    const share = lexemes.filter((lexeme) => one.inTitle.has(lexeme)).length / Math.max(one.inTitle.size, 1);
    return { ...one, score: one.score * (1 + WHOLE_TITLE * share) };
  });
  return ranked.toSorted((a, b) => b.score - a.score || (b.authority ?? 0) - (a.authority ?? 0));
}

const stemsOf = (text: string) => new Set(wordsOf(text).map(stemOf));

/** Reports whether a link satisfies a query with operators. */
function satisfies(fields: readonly string[], stems: ReadonlySet<string>, clauses: SearchQuery['clauses']): boolean {
  const holds = ({ words, isPhrase }: Clause) =>
    isPhrase
      ? fields.some((field) => ` ${wordsOf(field).join(' ')} `.includes(` ${words.join(' ')} `))
      : words.every((word) => stems.has(stemOf(word)));
  return clauses.length === 0 || clauses.some((all) => all.every((clause) => holds(clause) !== clause.isExcluded));
}
