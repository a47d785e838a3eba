import type { FoundLink } from '../directory/link.ts';
import { correctQuery, FEW_MATCHES } from '../search/corrections.ts';
import type { FileLink } from '../search/file-links.ts';
import { parseQuery, type SearchQuery } from '../search/query.ts';
import { type RankedLink, rankLinks } from '../search/rank-links.ts';
import type { LinkTexts } from './link-texts.ts';
import type { SiteFinder } from './search.ts';

export interface LinksQuery {
  /** Query as typed. */
  readonly q: string;
  /** Searches only this site, with all its links. If it is null, the search returns at most three links per site. */
  readonly domain: string | null;
  readonly page: number;
  readonly perPage: number;
}

export interface LinkPage {
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly results: readonly FoundLink[];
  /** Probable query, if few links match and a word is unknown. */
  readonly suggestion?: string;
}

/** Part of the store that searches links in files. */
export interface LinkStore {
  /** Returns links of the best sites. `total` is an estimate if more sites match than are read. */
  searchLinks(query: LinksQuery): Promise<LinkPage>;
  /** Returns matches in files by domain, without sites whose files are too large. */
  findMatches(q: string, domains: readonly string[]): Promise<ReadonlyMap<string, FileMatch>>;
}

/** Reason of a match: the best link of the site, or else the beginning of its file. */
export type FileMatch =
  | { readonly link: FileLink; readonly prose?: never }
  | { readonly prose: string; readonly link?: never };

const MAX_PER_SITE = 3;
/** Most sites whose texts are read. Ten sites would answer no more of 50 judged queries. */
const MAX_SITES = 7;
/** Most bytes of packed texts per search. Further sites are left out. Twice as many bytes answer no more of 30 queries. */
const MAX_READ_BYTES = 75_000;
/** Most bytes of packed texts per ten rows for the reasons of matches. With half, a tenth of the rows have no reason. */
const MAX_REASON_BYTES = 300_000;
const EVERYWHERE = { scope: 'all', includeUnlisted: false, verified: false } as const;

export function createLinkStore({ rankFor, correct }: SiteFinder, texts: LinkTexts): LinkStore {
  async function rank(parsed: SearchQuery, domain: string | null) {
    if (domain !== null) {
      const links = rankLinks(await texts.read([domain]), parsed);
      return { links: capped(links, Number.POSITIVE_INFINITY), share: 1 };
    }
    const { total, whole, parts } = await rankFor(wordsWanted(parsed), EVERYWHERE);
    const best = [...whole, ...parts].slice(0, MAX_SITES).map((site) => site.domain);
    const sites = await texts.read(best, MAX_READ_BYTES);
    const share = Math.max(total, best.length) / Math.max(1, sites.length);
    return { links: capped(rankLinks(sites, parsed), MAX_PER_SITE), share };
  }

  return {
    searchLinks: async ({ q, domain, page, perPage }) => {
      const toPage = ({ links, share }: Awaited<ReturnType<typeof rank>>): LinkPage => ({
        total: Math.round(links.length * share),
        totalIsEstimate: share > 1,
        results: links.slice((page - 1) * perPage, page * perPage).map(toFound),
      });
      const parsed = parseQuery(q);
      const found = await rank(parsed, domain);
      if (found.links.filter(({ coverage }) => coverage === 1).length >= FEW_MATCHES) return toPage(found);
      const corrections = await correct(parsed, EVERYWHERE);
      const suggestion = correctQuery(q, corrections);
      if (suggestion === null) return toPage(found);
      return { ...toPage(await rank(parseQuery(q, corrections), domain)), suggestion };
    },
    findMatches: async (q, domains) => {
      const parsed = parseQuery(q);
      const sites = await texts.read(domains, MAX_REASON_BYTES);
      return new Map(
        sites.map((site) => {
          // Omit the name of the site, because the row shows it.
          const [best] = rankLinks([{ ...site, domain: '', site: null }], parsed);
          return [site.domain, best === undefined ? { prose: site.prose } : { link: best.link }];
        }),
      );
    },
  };
}

/** Returns the site condition of a query with operators. The links must satisfy the other conditions. */
function wordsWanted(parsed: SearchQuery): SearchQuery {
  const clauses = parsed.clauses.map((all) =>
    all.flatMap((clause) => (clause.isExcluded ? [] : { ...clause, isPhrase: false })),
  );
  return { ...parsed, clauses: clauses.filter(({ length }) => length > 0) };
}

function toFound({ link, site: { domain, site, authority, verified } }: RankedLink): FoundLink {
  return { ...link, domain, site, authority, verified };
}

/** Limits links per site. Returns each page once, because further files may repeat pages. */
function capped(links: readonly RankedLink[], maxPerSite: number): RankedLink[] {
  const shown = new Map<string, Set<string>>();
  return links.filter(({ link, site: { domain } }) => {
    const urls = shown.get(domain) ?? new Set();
    if (urls.has(link.url) || urls.size >= maxPerSite) return false;
    shown.set(domain, urls.add(link.url));
    return true;
  });
}
