import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { linksOf, readLinks } from '../search/file-links.ts';
import { readOwnText } from '../search/own-text.ts';
import type { SiteLinks } from '../search/rank-links.ts';
import { searchTextOf } from '../search/search-text.ts';
import type { Call } from './client.ts';
import { packedText } from './packed-text.ts';

/** The links of listed sites, read from their texts. */
export interface LinkTexts {
  /**
   * In the order of the domains, without those that are not listed or have no text. `maxBytes`: once as many bytes of packed texts were
   * read for ten domains, those behind are left out.
   */
  read(domains: readonly string[], maxBytes?: number): Promise<SiteLinks[]>;
}

/** Sites whose links stay in memory: some 100 kB each. */
const MAX_KEPT = 100;
/** So many texts are below the 16 MiB of a call over the local socket, however badly they pack. */
const SITES_PER_CALL = 10;
/** Links behind are not searched: reading a text takes some 60 ms for each MiB. */
const MAX_TEXT_CHARACTERS = 256 * 1024;

const schema = z.array(
  z.object({
    domain: z.string(),
    site: z.string().nullable(),
    authority: z.int().nullable(),
    verified: z.boolean(),
    stamp: z.string(),
    llms_txt: z.string().nullable().optional(),
    cross_domain_redirect: z.boolean().nullable().optional(),
    text: packedText.optional(),
    nested: z.string().nullable().optional(),
  }),
);

interface Kept extends Pick<SiteLinks, 'links' | 'nested' | 'prose'> {
  /** Changes with the texts. */
  readonly stamp: string;
}

export function createLinkTexts(read: Call): LinkTexts {
  const kept = new Map<string, Kept>();
  const keep = (domain: string, links: Kept) => {
    kept.delete(domain);
    kept.set(domain, links);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  async function readSome(domains: readonly string[], maxBytes: number | null): Promise<SiteLinks[]> {
    // Others may push a site out of memory before the answer comes.
    const known = new Map(domains.map((domain) => [domain, kept.get(domain)]));
    const wanted = Array.from(known, ([domain, links]) => ({ domain, stamp: links?.stamp ?? null }));
    const found = await read('read_link_texts', { wanted, max_bytes: maxBytes }, schema);
    const sites: SiteLinks[] = [];
    for (const { domain, stamp, text, llms_txt = null, cross_domain_redirect = null, nested, ...site } of found) {
      let links = known.get(domain);
      if (text !== undefined || links === undefined) {
        // Others are answered between two texts.
        await setImmediate();
        const own = (text ?? '').slice(0, MAX_TEXT_CHARACTERS);
        const { document } = readOwnText({ domain, llms_txt, cross_domain_redirect, text: own });
        const { prose } = searchTextOf(own, document);
        links = { stamp, links: linksOf(document), nested: readLinks(nested ?? ''), prose };
      }
      keep(domain, links);
      const { stamp: _, ...found } = links;
      sites.push({ ...site, domain, ...found });
    }
    return sites;
  }
  return {
    read: async (domains, maxBytes) => {
      const sites: SiteLinks[] = [];
      for (let from = 0; from < domains.length; from += SITES_PER_CALL) {
        sites.push(...(await readSome(domains.slice(from, from + SITES_PER_CALL), maxBytes ?? null)));
      }
      return sites;
    },
  };
}
