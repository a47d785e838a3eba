import { type MessagePort, Worker } from 'node:worker_threads';
import { toMessage } from '../../directory/to-message.ts';
import { StoreError, type StoreErrorKind } from '../../store/store-error.ts';
import { withBuildLock } from './build-lock.ts';
import type { BuildOptions, BuildReport, BuildStore } from './build-site.ts';

/** Options of a build that a thread can receive. The thread has a separate clock. */
export type BackgroundBuildSetup = Omit<BuildOptions, 'store' | 'now' | 'onProgress' | 'signal'>;

export interface StoreRequest {
  readonly method: keyof BuildStore;
  readonly args: readonly unknown[];
}
/** Store call with its answer port, or the end of the build. */
export type ThreadMessage =
  | { readonly question: StoreRequest; readonly reply: MessagePort }
  | { readonly report: BuildReport };
/** Answer to a store call. An error includes its class, which is lost between threads. */
export type StoreReply<Answer> =
  | { readonly answer: Answer }
  | { readonly error: { readonly kind: StoreErrorKind; readonly message: string } };

/**
 * Builds changed pages in a worker thread, so that a server's event loop is not blocked. The thread reads through
 * this thread's store. Rejects with the error of the build. The next build resumes an aborted one.
 */
export async function buildInBackground(
  store: BuildStore,
  setup: BackgroundBuildSetup,
  signal: AbortSignal,
): Promise<BuildReport> {
  signal.throwIfAborted();
  return await withBuildLock(setup.outDir, async () => {
    const worker = new Worker(new URL('./background-build-thread.ts', import.meta.url), {
      // Do not pass the command line's flags, because some, such as `--input-type`, end the thread.
      execArgv: [],
      workerData: setup,
    });
    const { promise, resolve, reject } = Promise.withResolvers<BuildReport>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: ThreadMessage) => {
      if ('report' in message) resolve(message.report);
      else void answer(store, message.question, message.reply);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`the build thread ended with code ${code}`)));
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', stop);
      await worker.terminate();
    }
  });
}

async function answer(store: BuildStore, { method, args }: StoreRequest, reply: MessagePort): Promise<void> {
  try {
    reply.postMessage({ answer: await Reflect.apply(store[method], store, args) } satisfies StoreReply<unknown>);
  } catch (error) {
    const kind = error instanceof StoreError ? error.kind : 'broken';
    reply.postMessage({ error: { kind, message: toMessage(error) } } satisfies StoreReply<unknown>);
  }
}
