import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { linksOf, readLinks } from '../search/file-links.ts';
import { readOwnText } from '../search/own-text.ts';
import type { SiteLinks } from '../search/rank-links.ts';
import { searchTextOf } from '../search/search-text.ts';
import type { Call } from './client.ts';
import { packedText } from './packed-text.ts';

/** Reads links of listed sites from their texts. */
export interface LinkTexts {
  /**
   * Results are in the order of the domains, without unlisted ones and those without a text. After ten domains,
   * reading stops at `maxBytes` of packed texts.
   */
  read(domains: readonly string[], maxBytes?: number): Promise<SiteLinks[]>;
}

/** Sites with cached links, about 100 kB each. */
const MAX_KEPT = 100;
/** Texts per call. They stay below the 16 MiB of a local call. */
const SITES_PER_CALL = 10;
/** Most characters searched in a text, because parsing takes about 60 ms per MiB. */
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
  /** Changes if the texts change. */
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
    // Hold the results, because the cache may drop a site before the answer.
    const known = new Map(domains.map((domain) => [domain, kept.get(domain)]));
    const wanted = Array.from(known, ([domain, links]) => ({ domain, stamp: links?.stamp ?? null }));
    const found = await read('read_link_texts', { wanted, max_bytes: maxBytes }, schema);
    const sites: SiteLinks[] = [];
    for (const { domain, stamp, text, llms_txt = null, cross_domain_redirect = null, nested, ...site } of found) {
      let links = known.get(domain);
      if (text !== undefined || links === undefined) {
        // Yield to other requests between texts.
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
