import type { CopyStore } from './copy-store.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { MirrorError } from './mirror-error.ts';
import { readChanges } from './read-directory.ts';

export interface MirrorOptions {
  readonly copy: CopyStore;
  /** Base URL without a trailing slash. */
  readonly baseUrl: string;
  /** Folder of downloaded files. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (changes: number) => void;
}

/** Most changes of a page of the log. */
const CHANGES_PER_PAGE = 1_000;
/** Most pages per run: ten changes per domain of the largest directory. The limit ends a run over an endless log. */
const MAX_PAGES = 10_000;

/**
 * Updates a copy: loads the newest snapshot if the copy is empty, then applies the change log. Returns the number of
 * applied changes. Changes applied before a failure stay.
 */
export async function mirror({ copy, baseUrl, folder, signal, onProgress = () => {} }: MirrorOptions): Promise<number> {
  let fromSnapshot = false;
  if (copy.cursor() === null) fromSnapshot = await loadSnapshot(copy, baseUrl, folder, signal);
  let applied = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const since = copy.cursor();
    const page = await readChanges(baseUrl, since, CHANGES_PER_PAGE, signal);
    if (page === null) return applied;
    if (page.more && page.cursor === since)
      throw new MirrorError(`${baseUrl}/v1/changes does not advance after ${since}`);
    // Load a snapshot, because the directory no longer accepts the copy's cursor. Skip a snapshot with that cursor.
    if (page.reset && !fromSnapshot) {
      fromSnapshot = await loadSnapshot(copy, baseUrl, folder, signal);
      if (fromSnapshot) continue;
    }
    copy.apply(page.changes, page.cursor, page.reset);
    applied += page.changes.length;
    onProgress(applied);
    if (!page.more) return applied;
  }
  throw new MirrorError(`${baseUrl}/v1/changes has more than ${MAX_PAGES} pages; run again to continue`);
}
