import { z } from 'zod';
import { directoryChangeSchema, directoryChangesSchema } from '../directory/change.ts';
import { instantSchema, publicFactsSchema } from '../directory/state.ts';
import type { Call } from './client.ts';

/** Start in the change log: a cursor or a time, or the beginning if both are null. */
export interface LogPlace {
  readonly cursor: string | null;
  readonly since: string | null;
}

const pageSchema = directoryChangesSchema.omit({ reset: true }).extend({
  /** `seq` increases bytewise in the order of the log. */
  changes: z.array(directoryChangeSchema.extend({ record: publicFactsSchema.nullable() })),
  /** True if the cursor belongs to another database, so that this page is the first. */
  restarted: z.boolean(),
});
export type LogPage = z.infer<typeof pageSchema>;

export function createChangeLogStore(read: Call) {
  return {
    /** Returns at most 1,000 changes. Each domain appears once, in its newest state. */
    readChanges: ({ cursor, since }: LogPlace, limit: number) =>
      read('read_changes', { after: cursor, since, max_rows: limit }, pageSchema),
    /** Returns the time of the last change, or null if the log is empty. */
    lastChange: () => read('get_last_change', {}, instantSchema.nullable()),
  };
}
