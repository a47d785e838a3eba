import { readStored } from '../../search/search-text.ts';
import type { Store } from '../../store/store.ts';
import type { SiteTopics, UnclassifiedSite } from '../../store/topics.ts';
import { findTopics } from '../../topics/find-topics.ts';

/**
 * Gives topics to sites with outdated topics: after a restore, or a change of the rules or an owner's tags. Resolves
 * to the number of read sites.
 */
export async function assignTopics(
  store: Pick<Store, 'listUnclassified' | 'writeTopics'>,
  signal?: AbortSignal,
): Promise<number> {
  let read = 0;
  while (!signal?.aborted) {
    const sites = await store.listUnclassified();
    if (sites.length === 0) break;
    await store.writeTopics(sites.map(topicsOfSite));
    read += sites.length;
  }
  return read;
}

function topicsOfSite(site: UnclassifiedSite): SiteTopics {
  const { domain, title, summary, tags, hash } = site;
  return { domain, hash, topics: findTopics({ domain, title, summary, tags, ...readStored(site).searchText }) };
}
