import { linksOf } from '../../search/file-links.ts';
import { linkParts } from '../../search/link-parts.ts';
import { type OwnText, readOwnText } from '../../search/own-text.ts';
import { searchTextOf } from '../../search/search-text.ts';
import { fileLexemes, ownerWords, siteLexemes } from '../../search/site-lexemes.ts';
import type { SiteLinks, SiteWords, Store, UnindexedSite } from '../../store/store.ts';

/**
 * Makes stored texts searchable whose words are missing, as after a restore, or were made by older rules. Resolves to how many. One
 * that is stopped goes on where it was at its next call.
 */
export async function indexTexts(
  store: Pick<Store, 'listUnindexed' | 'writeWords' | 'writeLinks' | 'countWords'>,
  signal?: AbortSignal,
): Promise<number> {
  let indexed = 0;
  let after: string | null = null;
  while (!signal?.aborted) {
    const sites: readonly UnindexedSite[] = await store.listUnindexed(after);
    const last = sites.at(-1);
    if (last === undefined) break;
    const read = sites.map((site) => ({ site, ...readOwnText(site) }));
    // Before the words, which say that a site needs nothing more.
    await store.writeLinks(read.map(linksOfSite));
    await store.writeWords(read.map(wordsOfSite));
    indexed += sites.length;
    after = last.domain;
  }
  if (indexed > 0) await store.countWords();
  return indexed;
}

interface ReadSite extends OwnText {
  readonly site: UnindexedSite;
}

function linksOfSite({ site, document }: ReadSite): SiteLinks {
  return { domain: site.domain, link_parts: linkParts(linksOf(document), site) };
}

function wordsOfSite({ site, text, document }: ReadSite): SiteWords {
  const { description_words = null, tag_words = null } = ownerWords(site);
  return {
    domain: site.domain,
    site_words: siteLexemes(site),
    description_words,
    tag_words,
    text_words: fileLexemes(searchTextOf(text, document), site.language),
  };
}
