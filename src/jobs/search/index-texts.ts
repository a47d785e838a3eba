import { parse } from '#llmstxt';
import { searchTextOf } from '../../search/search-text.ts';
import { fileLexemes, ownerWords, siteLexemes } from '../../search/site-lexemes.ts';
import type { SiteWords, Store, UnindexedSite } from '../../store/store.ts';

/**
 * Makes stored texts searchable whose words are missing, as after a restore, or were made by older rules. Resolves to how many. One
 * that is stopped goes on where it was at its next call.
 */
export async function indexTexts(
  store: Pick<Store, 'listUnindexed' | 'writeWords' | 'countWords'>,
  signal?: AbortSignal,
): Promise<number> {
  let indexed = 0;
  let after: string | null = null;
  while (!signal?.aborted) {
    const sites: readonly UnindexedSite[] = await store.listUnindexed(after);
    const last = sites.at(-1);
    if (last === undefined) break;
    await store.writeWords(sites.map(wordsOfSite));
    indexed += sites.length;
    after = last.domain;
  }
  if (indexed > 0) await store.countWords();
  return indexed;
}

function wordsOfSite(site: UnindexedSite): SiteWords {
  const document = parse(site.text, { url: `https://${site.domain}/llms.txt` });
  const { description_words = null, tag_words = null } = ownerWords(site);
  return {
    domain: site.domain,
    site_words: siteLexemes(site),
    description_words,
    tag_words,
    text_words: fileLexemes(searchTextOf(site.text, document), site.language),
  };
}
