import { z } from 'zod';
import type { FoundLink } from '../directory/link.ts';
import { correctQuery, FEW_MATCHES } from '../search/corrections.ts';
import { domainMeantBy } from '../search/domain-meant-by.ts';
import { type LinkPart, parseLinkLine } from '../search/link-parts.ts';
import { holdsClauses, lexemesOfTerms, linkQueryOf, linkTermsOf, unknownWords } from '../search/link-query.ts';
import { byScore, type FoundPart, type RankedLink, rankLinks, scoreText } from '../search/rank-links.ts';
import { parseSearchQuery, type SearchQuery } from '../search/search-query.ts';
import type { Call } from './client.ts';
import { readCorrections } from './corrections.ts';

export interface LinksQuery {
  /** As somebody typed it. */
  readonly q: string;
  /** Of this site only, and then all of its links; null: at most three of each site. */
  readonly domain: string | null;
  readonly page: number;
  readonly perPage: number;
}

export interface LinkPage {
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly results: readonly FoundLink[];
  /** The query as it was probably meant, where few links match and a word of it is unknown. */
  readonly suggestion?: string;
}

/** The links of one site as they are stored. */
export interface SiteLinks {
  readonly domain: string;
  readonly link_parts: readonly LinkPart[];
}

/** The part of the store that searches inside files. */
export interface LinkStore {
  /** The best matches of listed sites, some hundreds at most; beyond, `total` is an estimate. */
  searchLinks(query: LinksQuery): Promise<LinkPage>;
  writeLinks(sites: readonly SiteLinks[]): Promise<void>;
}

const MAX_PER_SITE = 3;
/** Links whose texts are compared, and of one site: reading one takes some 0.1 ms. */
const MAX_COMPARED = 60;
const MAX_COMPARED_PER_SITE = 5;

const countsSchema = z.object({ sites: z.int(), known: z.record(z.string(), z.int()) });
const foundSchema = z.object({
  expected: z.int(),
  parts: z.array(
    z.object({
      domain: z.string(),
      part: z.int(),
      size: z.int(),
      authority: z.int(),
      verified: z.boolean(),
      title: z.string(),
      words: z.string(),
    }),
  ),
});
const linesSchema = z.array(
  z.object({
    domain: z.string(),
    part: z.int(),
    site: z.string().nullable(),
    lines: z.record(z.string(), z.string().nullable()),
  }),
);

interface Ranking {
  readonly links: readonly RankedLink[];
  readonly texts: Texts;
  /** How many of them hold all words. */
  readonly whole: number;
  /** Words of the query that no site is known to hold. */
  readonly unknown: readonly string[];
  /** How many times as many there may be. */
  readonly share: number;
}
/** By the key of a link; null where it has gone meanwhile. */
type Texts = Map<string, FoundLink>;

export function createLinkStore(call: Call, read: Call): LinkStore {
  return {
    searchLinks: async (query) => {
      const meant = domainMeantBy(query.q.trim());
      const ranking = await rank(read, parseSearchQuery(query.q, meant), query.domain);
      if (ranking.whole >= FEW_MATCHES) return await toPage(read, ranking, query);
      const corrections = await readCorrections(read, ranking.unknown);
      const suggestion = correctQuery(query.q, corrections);
      if (suggestion === null) return await toPage(read, ranking, query);
      const corrected = await rank(read, parseSearchQuery(query.q, meant, corrections), query.domain);
      return { ...(await toPage(read, corrected, query)), suggestion };
    },
    writeLinks: async (sites) => {
      await call('write_links', { sites }, z.int());
    },
  };
}

async function readTexts(read: Call, links: readonly RankedLink[]): Promise<Texts> {
  const parts = Map.groupBy(links, ({ found }) => found);
  if (parts.size === 0) return new Map();
  const wanted = Array.from(parts, ([{ domain, part }, ofPart]) => ({
    domain,
    part,
    places: ofPart.map(({ place }) => place),
  }));
  const answered = new Map(
    (await read('read_links', { wanted }, linesSchema)).map((one) => [`${one.domain} ${one.part}`, one]),
  );
  const texts: Texts = new Map();
  for (const link of links) {
    const { domain, part, authority, verified } = link.found;
    const one = answered.get(`${domain} ${part}`);
    const line = one?.lines[link.place] ?? null;
    if (one !== undefined && line !== null)
      texts.set(keyOf(link), { ...parseLinkLine(line), domain, site: one.site, authority, verified });
  }
  return texts;
}

async function rank(read: Call, parsed: SearchQuery, domain: string | null): Promise<Ranking> {
  const words = lexemesOfTerms(linkTermsOf(parsed));
  const counts = await read('count_sites_with', { words }, countsSchema);
  const unknown = unknownWords(linkTermsOf(parsed), counts);
  const asked = linkQueryOf(parsed, counts);
  const { queries, terms, clauses } = asked;
  if (queries.length === 0) return { links: [], texts: new Map(), whole: 0, unknown, share: 1 };
  const lexemes = lexemesOfTerms(terms);
  const found = await read('find_links', { queries, lexemes, site: domain }, foundSchema);
  const ranked = rankLinks(found.parts, asked);
  const compared = capped(ranked, domain === null ? MAX_COMPARED_PER_SITE : MAX_COMPARED).slice(0, MAX_COMPARED);
  const texts = await readTexts(read, compared);
  const rescored = compared.flatMap((one) => {
    const text = texts.get(keyOf(one));
    if (text === undefined || !holdsClauses(text, `${text.domain} ${text.site}`, clauses)) return [];
    return [{ ...one, score: scoreText(one, text, terms) }];
  });
  const isCompared = new Set(compared);
  const rest = clauses.length > 0 ? [] : ranked.filter((one) => !isCompared.has(one));
  const links = [...uniquePages(rescored.toSorted(byScore), texts), ...rest];
  return {
    links: domain === null ? capped(links, MAX_PER_SITE) : links,
    texts,
    unknown,
    whole: ranked.filter(({ coverage }) => coverage === 1).length,
    share: Math.max(1, found.expected / Math.max(found.parts.length, 1)),
  };
}

async function toPage(read: Call, { links, texts, share }: Ranking, { page, perPage }: LinksQuery): Promise<LinkPage> {
  const shown = links.slice((page - 1) * perPage, page * perPage);
  const missing = await readTexts(
    read,
    shown.filter((one) => !texts.has(keyOf(one))),
  );
  return {
    total: Math.round(links.length * share),
    totalIsEstimate: share > 1,
    results: shown.flatMap((one) => texts.get(keyOf(one)) ?? missing.get(keyOf(one)) ?? []),
  };
}

/** The owner's files may name a page that the main file names too. */
function uniquePages(links: readonly RankedLink[], texts: Texts): RankedLink[] {
  const seen = new Set<string>();
  return links.filter((link) => {
    const { domain, url } = texts.get(keyOf(link)) ?? {};
    const page = `${domain} ${url}`;
    if (seen.has(page)) return false;
    seen.add(page);
    return true;
  });
}

function keyOf({ found, place }: RankedLink): string {
  return `${found.domain} ${found.part} ${place}`;
}

/** At most so many links of one site, in their order. */
function capped(links: readonly RankedLink[], maxPerSite: number): RankedLink[] {
  const counts = new Map<string, number>();
  return links.filter(({ found: { domain } }: { readonly found: FoundPart }) => {
    const count = (counts.get(domain) ?? 0) + 1;
    counts.set(domain, count);
    return count <= maxPerSite;
  });
}
