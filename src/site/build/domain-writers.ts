import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StoredDetail } from '../../directory/detail.ts';
import type { SiteApp } from './site-app.ts';
import type { SiteFolder } from './site-folder.ts';
import { type FailedDomain, type WrittenDomains, type WrittenSite, writeDomains } from './write-domains.ts';

export interface DomainWriterSetup extends WrittenSite {
  readonly appDir: string;
  readonly outDir: string;
}

/** Writers of domain files: this thread for few domains, and several threads for many. */
export interface DomainWriters {
  /** Writes the files of domains. Resolves to the failed domains. Rejects if a thread dies. */
  write(details: readonly StoredDetail[]): Promise<readonly FailedDomain[]>;
  close(): Promise<void>;
}

/** Number of domains up to which one thread is faster than loading the site in several. */
const MAX_WITHOUT_THREADS = 400;
/** Most threads. More would wait for the disk. */
const MAX_THREADS = 8;
/** Size of the young generation, enough for a few hundred pages, so that the collector rarely copies garbage. */
const YOUNG_GENERATION_MB = 64;

export function openDomainWriters(app: SiteApp, folder: SiteFolder, setup: DomainWriterSetup): DomainWriters {
  let threads: readonly Worker[] = [];
  let writes = 0;
  return {
    async write(details) {
      writes += details.length;
      if (writes <= MAX_WITHOUT_THREADS) return (await writeDomains(app, setup, folder, details)).failed;
      if (threads.length === 0) threads = startThreads(setup);
      const share = Math.ceil(details.length / threads.length);
      const shares = threads.flatMap((thread, at) => {
        const mine = details.slice(at * share, (at + 1) * share);
        return mine.length > 0 ? [ask(thread, mine)] : [];
      });
      const written = await Promise.all(shares);
      for (const { counts } of written) {
        folder.counts.written += counts.written;
        folder.counts.unchanged += counts.unchanged;
        folder.counts.removed += counts.removed;
      }
      return written.flatMap(({ failed }) => failed);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

function startThreads(setup: DomainWriterSetup): Worker[] {
  const count = Math.min(MAX_THREADS, Math.max(1, availableParallelism()));
  return Array.from(
    { length: count },
    () =>
      new Worker(new URL('./domain-writer-thread.ts', import.meta.url), {
        workerData: setup,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      }),
  );
}

function ask(thread: Worker, details: readonly StoredDetail[]): Promise<WrittenDomains> {
  const { promise, resolve, reject } = Promise.withResolvers<WrittenDomains>();
  const onExit = (code: number) => reject(new Error(`a thread that writes pages ended with ${code}`));
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', onExit);
  thread.postMessage(details);
  return promise.finally(() => {
    thread.off('message', resolve);
    thread.off('error', reject);
    thread.off('exit', onExit);
  });
}
