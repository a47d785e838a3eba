import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../store/store.ts';
import type { Row } from '../row.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST } from '../search-manifest.ts';
import { hashOf } from './hash-of.ts';
import type { Ledger } from './ledger.ts';
import { hashRows, writeSearchFiles } from './search-files.ts';
import type { SiteFolder } from './site-folder.ts';
import { stateDirOf } from './state-dir.ts';

/** What the build reads for the search. */
export type WordsStore = Pick<Store, 'readWords'>;

export interface SearchBuild {
  readonly store: WordsStore;
  readonly ledger: Ledger;
  readonly folder: SiteFolder;
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  onProgress(done: number, total: number): void;
}

/** Brings the search up to the listed rows. Resolves to how many were indexed for it; null when it was up to date. */
export async function buildSearch(rows: readonly Row[], build: SearchBuild): Promise<number | null> {
  const { store, ledger, folder, outDir, signal, onProgress } = build;
  const hashes = hashRows(rows, (domain) => ledger.entries.get(domain)?.changed_at ?? null);
  const input = hashOf([...hashes.values()]);
  if (!ledger.differs(SEARCH_FOLDER, input) && existsSync(join(outDir, SEARCH_MANIFEST))) return null;
  const stateDir = stateDirOf(outDir);
  const indexed = await writeSearchFiles({
    folder,
    outDir,
    stateDir,
    rows,
    hashes,
    readWords: (domains, scope) => store.readWords(domains, scope),
    signal,
    onProgress: (done) => onProgress(done, rows.length),
  });
  ledger.setInputs(new Map([[SEARCH_FOLDER, input]]));
  return indexed;
}
