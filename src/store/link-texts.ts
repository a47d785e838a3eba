import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { listLinks } from '../search/file-links.ts';
import type { SiteLinks } from '../search/rank.ts';
import { readStored } from '../search/search-text.ts';
import type { Call } from './client.ts';
import { type SearchSource, sourceSchema } from './search-words.ts';

export type LinkTexts = ReturnType<typeof createLinkTexts>;

/** Most sites with cached links. A site has about 100 kB. */
const MAX_CACHED = 100;
/** Number of texts per call, within the 16 MiB limit of a local call. */
const SITES_PER_CALL = 10;

const siteSchema = z.object({
  domain: z.string(),
  title: z.string().nullable(),
  authority: z.int().nullable(),
  verified: z.boolean(),
  /** Stamp that changes with the text and the links. */
  stamp: z.string(),
});
/** Site with its source, which is absent if the caller has it. */
const answerSchema = z.array(z.union([siteSchema.extend(sourceSchema.shape), siteSchema]));

interface CachedLinks extends Pick<SiteLinks, 'links' | 'nested' | 'prose'> {
  readonly stamp: string;
}

export function createLinkTexts(read: Call) {
  const cache = new LRUCache<string, CachedLinks>({ max: MAX_CACHED });

  async function readSome(domains: readonly string[], maxBytes: number | null): Promise<SiteLinks[]> {
    // Keep the results, because the cache may drop a site before the answer.
    const cached = new Map(domains.map((domain) => [domain, cache.get(domain)]));
    const requests = Array.from(cached, ([domain, links]) => ({ domain, stamp: links?.stamp ?? null }));
    const sites: SiteLinks[] = [];
    for (const site of await read('read_link_texts', { wanted: requests, max_bytes: maxBytes }, answerSchema)) {
      // Let other requests run between texts.
      await setImmediate();
      const { domain, title, authority, verified, stamp } = site;
      const links = 'text' in site ? readSource(site, stamp) : cached.get(domain);
      if (links === undefined) continue;
      cache.set(domain, links);
      sites.push({ domain, site: title, authority, verified, ...links });
    }
    return sites;
  }

  /**
   * Reads links in the order of the domains, without unlisted domains and domains without a text. Of each ten domains,
   * reads the domains within the first `maxBytes` of packed texts. Cached texts count too, so that a search has the
   * same answer again.
   */
  async function readLinkTexts(domains: readonly string[], maxBytes: number | null = null): Promise<SiteLinks[]> {
    const sites: SiteLinks[] = [];
    for (let from = 0; from < domains.length; from += SITES_PER_CALL) {
      sites.push(...(await readSome(domains.slice(from, from + SITES_PER_CALL), maxBytes)));
    }
    return sites;
  }

  return { read: readLinkTexts };
}

function readSource(source: SearchSource, stamp: string): CachedLinks {
  const { document, searchText } = readStored(source);
  return { stamp, links: listLinks(document), nested: source.nested, prose: searchText.prose };
}
