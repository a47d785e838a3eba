import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DomainDetail } from '../../directory/detail.ts';
import type { Service } from '../service.ts';
import type { WrittenDomains } from './write-domain.ts';

/** What a worker is started with. */
export interface PageWriterSetup {
  readonly appDir: string;
  readonly outDir: string;
  readonly service: Service;
}

/** Threads that render and write pages beside the one that asks the store. */
export interface PageWriters {
  /** Writes the files of these domains, shared among the threads. Rejects when a thread dies. */
  write(details: readonly DomainDetail[]): Promise<WrittenDomains[]>;
  close(): Promise<void>;
}

/** More threads than this wait for the disk. */
const MAX_THREADS = 8;
/** Rendering makes short-lived garbage: with room for a few hundred pages the collector rarely has to copy any of it. */
const YOUNG_GENERATION_MB = 64;

export function openPageWriters(setup: PageWriterSetup): PageWriters {
  const count = Math.min(MAX_THREADS, Math.max(1, availableParallelism()));
  const workers = Array.from(
    { length: count },
    () =>
      new Worker(new URL('./page-writer-thread.ts', import.meta.url), {
        workerData: setup,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      }),
  );
  return {
    async write(details) {
      const share = Math.ceil(details.length / workers.length);
      const shares = workers.flatMap((worker, at) => {
        const mine = details.slice(at * share, (at + 1) * share);
        return mine.length > 0 ? [ask(worker, mine)] : [];
      });
      return await Promise.all(shares);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function ask(worker: Worker, details: readonly DomainDetail[]): Promise<WrittenDomains> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    const onMessage = (answer: WrittenDomains) => {
      settle();
      resolve(answer);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = (code: number) => {
      settle();
      reject(new Error(`a thread that writes pages ended with ${code}`));
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(details);
  });
}
