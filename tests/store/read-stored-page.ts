import type { DomainDetail } from '../../src/directory/detail.ts';
import { readDetail } from '../../src/store/read-detail.ts';
import type { Store } from '../../src/store/store.ts';

/** Reads the page data of a domain. Returns null for an untracked domain. */
export async function readStoredPage(store: Pick<Store, 'getDetail'>, domain: string): Promise<DomainDetail | null> {
  const stored = await store.getDetail(domain);
  return stored && readDetail(stored);
}
