import type { CopyStore } from './copy-store.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { MirrorError, readChanges } from './read-directory.ts';

export interface MirrorOptions {
  readonly copy: CopyStore;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Where files are loaded to. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (changes: number) => void;
}

/** The largest page of the log. */
const CHANGES_PER_PAGE = 1_000;
/** Ten changes of each domain of the largest directory. Bounds a run against a log without an end. */
const MAX_PAGES = 10_000;

/**
 * Makes a copy equal to the directory: from its newest snapshot where the copy is empty, and then by its log of changes. Returns how
 * many changes were applied. What was applied before a failure stays, and is not read again.
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
    // The directory no longer knows what the copy goes by. A snapshot helps, unless it is what the directory does not know.
    if (page.reset && !fromSnapshot) {
      fromSnapshot = await loadSnapshot(copy, baseUrl, folder, signal);
      if (fromSnapshot) continue;
    }
    copy.apply(page.changes, page.cursor, page.reset);
    applied += page.changes.length;
    onProgress(applied);
    if (!page.more) return applied;
  }
  throw new MirrorError(`${baseUrl}/v1/changes has more than ${MAX_PAGES} pages; run again to read on`);
}
