import type { FoundLink } from '../directory/link.ts';
import type { ListedPage } from '../directory/resolution.ts';
import { FEW_MATCHES } from '../search/corrections.ts';
import { parseQuery, type SearchQuery } from '../search/query.ts';
import { type RankedLink, rankLinks } from '../search/rank.ts';
import type { LinkTexts } from './link-texts.ts';
import type { SiteFinder } from './search.ts';

export interface LinksQuery {
  /** Query as typed. */
  readonly q: string;
  /** Searches only this site, with all its links. If null, the search returns at most three links per site. */
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

/** Reason of a match: the best link of the site, or else the beginning of its file. */
export type FileMatch =
  | { readonly link: ListedPage; readonly prose?: never }
  | { readonly prose: string; readonly link?: never };

const MAX_PER_SITE = 3;
/** Most sites whose texts are read. Ten sites would answer no more of 50 judged queries. */
const MAX_SITES = 7;
/** Most bytes of packed texts per search. Further sites are left out. Twice as many bytes answer no more of 30 queries. */
const MAX_READ_BYTES = 75_000;
/** Most bytes of packed texts per ten rows for the reasons of matches. With half, a tenth of the rows have no reason. */
const MAX_REASON_BYTES = 300_000;
const EVERYWHERE = { scope: 'all', includeUnlisted: false, verified: false } as const;

export function createLinkStore({ rank, answer }: SiteFinder, texts: LinkTexts) {
  /** Reads the links of a site, or of the best sites for the words of a query. `share` is the number of sites per read site. */
  async function readSites(parsed: SearchQuery, domain: string | null) {
    if (parsed.terms.length === 0 && parsed.clauses.length === 0) return { sites: [], share: 1 };
    if (domain !== null) return { sites: await texts.read([domain]), share: 1 };
    // The links must satisfy the operators, and their sites need not.
    const ranked = await rank({ ...parsed, clauses: [] }, EVERYWHERE);
    const best = ranked.sites.slice(0, MAX_SITES).map((site) => site.domain);
    const sites = await texts.read(best, MAX_READ_BYTES);
    return { sites, share: Math.max(ranked.total, best.length) / Math.max(1, sites.length) };
  }

  /** Returns links of the best sites. `total` is an estimate if more sites match than are read. */
  function searchLinks({ q, domain, page, perPage }: LinksQuery): Promise<LinkPage> {
    return answer(q, EVERYWHERE, async (parsed) => {
      const { sites, share } = await readSites(parsed, domain);
      const links = capped(rankLinks(sites, parsed), domain === null ? MAX_PER_SITE : Number.POSITIVE_INFINITY);
      return {
        isFew: links.filter(({ coverage }) => coverage === 1).length < FEW_MATCHES,
        page: {
          total: Math.round(links.length * share),
          totalIsEstimate: share > 1,
          results: links.slice((page - 1) * perPage, page * perPage).map(({ coverage: _, ...link }) => link),
        },
      };
    });
  }

  /** Returns matches in files by domain, without sites whose files are too large. */
  async function findMatches(q: string, domains: readonly string[]): Promise<ReadonlyMap<string, FileMatch>> {
    const parsed = parseQuery(q);
    const sites = await texts.read(domains, MAX_REASON_BYTES);
    return new Map(
      sites.map((site) => {
        // Omit the name of the site, because the row shows it.
        const [best] = rankLinks([{ ...site, domain: '', site: null }], parsed);
        return [site.domain, best === undefined ? { prose: site.prose } : { link: best }];
      }),
    );
  }

  return { searchLinks, findMatches };
}

/** Limits links per site. Returns each page once, because files may repeat pages. */
function capped(links: readonly RankedLink[], maxPerSite: number): RankedLink[] {
  const urlsByDomain = new Map<string, Set<string>>();
  return links.filter(({ url, domain }) => {
    const urls = urlsByDomain.get(domain) ?? new Set();
    if (urls.has(url) || urls.size >= maxPerSite) return false;
    urlsByDomain.set(domain, urls.add(url));
    return true;
  });
}
