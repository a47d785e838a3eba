import type { Store } from '../../store/store.ts';

/**
 * Makes sites searchable whose words are missing, as after a restore, or were made by older rules. Resolves to how many. One that is
 * stopped goes on where it was at its next call.
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
