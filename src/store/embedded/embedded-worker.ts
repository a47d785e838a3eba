import { parentPort, workerData } from 'node:worker_threads';
import { toMessage } from '../../directory/to-message.ts';
import { StoreError, type StoreErrorKind } from '../store-error.ts';
import { type EmbeddedKeys, openEmbedded } from './embedded.ts';
import { readMigrations } from './migrations.ts';
import type { RpcAnswer, RpcRequest } from './rpc-bridge.ts';

/** Data that opens the thread. A long query blocks only the event loop of this thread. */
export interface ThreadSetup {
  readonly folder: string;
  /** URL of the folder with the migrations. */
  readonly migrations: string;
  readonly keys: EmbeddedKeys;
}

export interface ThreadOrder {
  readonly id: number;
  /** Null closes the database. */
  readonly request: RpcRequest | null;
}

export type ThreadReply =
  | { readonly id: number; readonly answer: RpcAnswer | null }
  | { readonly id: number; readonly message: string; readonly kind: StoreErrorKind };

// Only embedded-thread.ts starts this thread, so messages have its types.
const port = parentPort;
if (port === null) throw new Error('embedded-worker.ts runs as a worker thread');
const { folder, migrations, keys }: ThreadSetup = workerData;
const reply = (message: ThreadReply) => port.postMessage(message);
const fail = (id: number, error: unknown) =>
  reply({
    id,
    message: toMessage(error),
    kind: error instanceof StoreError ? error.kind : 'broken',
  });

// Report the opening as the answer to id 0.
const opened = openEmbedded(folder, readMigrations(new URL(migrations)), keys);
opened.then(
  () => reply({ id: 0, answer: null }),
  (error: unknown) => fail(0, error),
);

port.on('message', ({ id, request }: ThreadOrder) => {
  opened
    .then(async (database) => {
      if (request !== null) return reply({ id, answer: await database.bridge(request) });
      await database.close();
      reply({ id, answer: null });
      port.close();
    })
    .catch((error: unknown) => fail(id, error));
});
