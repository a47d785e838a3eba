import { z } from 'zod';
import type { Call, Clock } from './client.ts';

/** Watch whose receiver agreed. */
export interface NewWatch {
  readonly domain: string;
  readonly webhook_url: string;
  /** Encrypted secret of the webhook. */
  readonly secret: string;
  /** Keyed hash of the watcher's network. */
  readonly network: string;
  readonly token_hash: string;
  readonly expires_at: string;
  /** Most watches of the network, in total and per domain. */
  readonly most_of_network: number;
  readonly most_of_domain: number;
}

const openedSchema = z.discriminatedUnion('result', [
  z.object({ result: z.enum(['opened', 'renewed']), id: z.string() }),
  z.object({ result: z.enum(['full_domain', 'full_network']) }),
]);
export type OpenedWatch = z.infer<typeof openedSchema>;

export function createWatchStore(call: Call, clock: Clock) {
  return {
    /** Opens a watch, or renews the watch of this network and receiver. Returns null if the domain is not tracked. */
    openWatch: (watch: NewWatch) => call('open_watch', { watch, ...clock() }, openedSchema.nullable()),
    /** Deletes a watch. Reports whether a watch with this id and token existed. */
    deleteWatch: (id: string, tokenHash: string) => call('delete_watch', { id, token_hash: tokenHash }, z.boolean()),
  };
}
