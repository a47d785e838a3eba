import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { messageOf } from '../../directory/message-of.ts';
import { StoreError } from '../store-error.ts';
import { openEmbedded } from './embedded.ts';
import { readMigrations } from './migrations.ts';
import type { RpcAnswer } from './rpc-bridge.ts';

/** Order of the parent thread. A long query blocks only the event loop of this worker. */

const orderSchema = z.object({
  folder: z.string(),
  migrations: z.string(),
  keys: z.object({ secret: z.string(), publishable: z.string() }),
});

const messageSchema = z.union([
  z.object({ id: z.int(), close: z.literal(true) }),
  z.object({
    id: z.int(),
    request: z.object({
      method: z.string(),
      path: z.string(),
      key: z.string().nullable(),
      schema: z.string().nullable(),
      body: z.string(),
    }),
  }),
]);

export type ThreadReply =
  | { readonly id: number; readonly answer: RpcAnswer | null }
  | { readonly id: number; readonly message: string; readonly kind: StoreError['kind'] };

const port = parentPort;
if (port === null) throw new Error('embedded-worker.ts runs as a worker thread');
const { folder, migrations, keys } = orderSchema.parse(workerData);
const reply = (message: ThreadReply) => port.postMessage(message);
const fail = (id: number, error: unknown) =>
  reply({
    id,
    message: messageOf(error),
    kind: error instanceof StoreError ? error.kind : 'broken',
  });

// Report the opening as the answer to id 0.
const opened = openEmbedded(folder, readMigrations(new URL(migrations)), keys);
opened.then(
  () => reply({ id: 0, answer: null }),
  (error: unknown) => fail(0, error),
);

port.on('message', (received: unknown) => {
  const message = messageSchema.parse(received);
  opened
    .then(async (database) => {
      if ('close' in message) {
        await database.close();
        reply({ id: message.id, answer: null });
        port.close();
        return;
      }
      reply({ id: message.id, answer: await database.bridge(message.request) });
    })
    .catch((error: unknown) => fail(message.id, error));
});
