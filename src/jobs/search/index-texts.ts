import type { Store } from '../../store/store.ts';

/**
 * Computes missing search words, for example after a restore, and words of older rules. Resolves to the number of
 * sites. After a stop, the next call continues.
 */
export async function indexTexts(
  store: Pick<Store, 'listUnindexed' | 'indexSites' | 'countWords'>,
  signal?: AbortSignal,
): Promise<number> {
  let indexed = 0;
  let after: string | null = null;
  while (!signal?.aborted) {
    const domains: readonly string[] = await store.listUnindexed(after);
    const last = domains.at(-1);
    if (last === undefined) break;
    await store.indexSites(domains);
    indexed += domains.length;
    after = last;
  }
  if (indexed > 0) await store.countWords();
  return indexed;
}
