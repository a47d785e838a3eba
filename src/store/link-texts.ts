import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { linksOf, readLinks } from '../search/file-links.ts';
import type { SiteLinks } from '../search/rank-links.ts';
import { readStored } from '../search/search-text.ts';
import type { Call } from './client.ts';
import { packedText } from './packed-text.ts';

export interface LinkTexts {
  /**
   * Reads links in the order of the domains, without unlisted domains and domains without a text. Of each ten domains, it reads
   * those within the first `maxBytes` of packed texts. Cached texts count too, so that a search has the same answer again.
   */
  read(domains: readonly string[], maxBytes?: number | null): Promise<SiteLinks[]>;
}

/** Most sites with cached links. A site has about 100 kB. */
const MAX_KEPT = 100;
/** Number of texts per call. They stay below the 16 MiB limit of a local call. */
const SITES_PER_CALL = 10;

const fileSchema = z.object({
  domain: z.string(),
  stamp: z.string(),
  llms_txt: z.string().nullable().default(null),
  cross_domain_redirect: z.boolean().nullable().default(null),
  /** Packed text. Absent if the caller has the text of this stamp. */
  text: packedText.optional(),
  nested: z.string().nullish(),
});
const siteSchema = fileSchema.extend({
  site: z.string().nullable(),
  authority: z.int().nullable(),
  verified: z.boolean(),
});

interface Kept extends Pick<SiteLinks, 'links' | 'nested' | 'prose'> {
  /** Stamp that changes with the texts. */
  readonly stamp: string;
}

export function createLinkTexts(read: Call): LinkTexts {
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT });

  async function readSome(domains: readonly string[], maxBytes: number | null): Promise<SiteLinks[]> {
    // Keep the results, because the cache may drop a site before the answer.
    const known = new Map(domains.map((domain) => [domain, kept.get(domain)]));
    const wanted = Array.from(known, ([domain, links]) => ({ domain, stamp: links?.stamp ?? null }));
    const found = await read('read_link_texts', { wanted, max_bytes: maxBytes }, z.array(siteSchema));
    const sites: SiteLinks[] = [];
    for (const { site, authority, verified, ...file } of found) {
      // Let other requests run between texts.
      await setImmediate();
      const { domain } = file;
      const links = (file.text === undefined && known.get(domain)) || readFile(file);
      kept.set(domain, links);
      sites.push({ domain, site, authority, verified, ...links });
    }
    return sites;
  }

  return {
    read: async (domains, maxBytes = null) => {
      const sites: SiteLinks[] = [];
      for (let from = 0; from < domains.length; from += SITES_PER_CALL) {
        sites.push(...(await readSome(domains.slice(from, from + SITES_PER_CALL), maxBytes)));
      }
      return sites;
    },
  };
}

function readFile({ stamp, nested, ...file }: z.infer<typeof fileSchema>): Kept {
  const { document, searchText } = readStored({ ...file, text: file.text ?? null });
  return { stamp, links: linksOf(document), nested: readLinks(nested ?? ''), prose: searchText.prose };
}
