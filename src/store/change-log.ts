import { z } from 'zod';
import { CHANGE_KINDS } from '../directory/change.ts';
import { instantSchema, publicFactsSchema } from '../directory/state.ts';
import type { Call } from './client.ts';

/** Where in the log of changes to begin: after a cursor, or at an instant; both null: at its beginning. */
export interface LogPlace {
  readonly cursor: string | null;
  readonly since: string | null;
}

const pageSchema = z.object({
  changes: z.array(
    z.object({
      /** Grows bytewise in the order of the log. */
      seq: z.string(),
      at: instantSchema,
      domain: z.string(),
      kind: z.enum(CHANGE_KINDS),
      /** As it is now; null when no list shows the domain. */
      record: publicFactsSchema.nullable(),
    }),
  ),
  cursor: z.string(),
  more: z.boolean(),
  /** The cursor is of another database, so that this is the first page. */
  restarted: z.boolean(),
});
export type LogPage = z.infer<typeof pageSchema>;

/** The part of the store that others follow. */
export interface ChangeLogStore {
  /** At most 1,000 changes, each domain once, with its newest state. */
  readChanges(place: LogPlace, limit: number): Promise<LogPage>;
  /** When the log got its last change; null while it is empty. */
  lastChange(): Promise<string | null>;
}

export function createChangeLogStore(read: Call): ChangeLogStore {
  return {
    readChanges: ({ cursor, since }, limit) =>
      read('read_changes', { after: cursor, since, max_rows: limit }, pageSchema),
    lastChange: () => read('get_last_change', {}, instantSchema.nullable()),
  };
}
