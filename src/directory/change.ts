import { z } from 'zod';
import { domainSchema, foundSiteSchema } from './record.ts';
import { instantSchema } from './state.ts';

export const directoryChangeSchema = z.object({
  seq: z.string().describe('Position in the log, as an opaque string.'),
  at: instantSchema.describe('Time of the last change of the domain.'),
  domain: z.string(),
  kind: z
    .enum(['added', 'changed', 'removed'])
    .describe(
      '`added`: lists show the domain after your cursor. `changed`: lists showed it before. `removed`: no list shows it. A copy treats `added` and `changed` alike.',
    ),
  record: domainSchema.nullable().describe('Current record. Null if removed.'),
});

/** Page of the change log, for API, MCP and mirrors. */
export const directoryChangesSchema = z.object({
  changes: z
    .array(directoryChangeSchema)
    .describe('Changes in the order of the log, each domain once with its newest state.'),
  cursor: z.string().describe('End of this page. Use it as `since` of the next request.'),
  more: z.boolean().describe('True if the next page is available now.'),
  reset: z
    .literal(true)
    .optional()
    .describe(
      'The directory does not have this cursor, because it was restored from a copy. Discard your copy. This page is the first page.',
    ),
});
export type DirectoryChanges = z.infer<typeof directoryChangesSchema>;

/** Page of the change log with short records, for models. */
export const briefChangesSchema = directoryChangesSchema.extend({
  changes: z.array(directoryChangeSchema.extend({ record: foundSiteSchema.nullable() })),
});
export type BriefChanges = z.infer<typeof briefChangesSchema>;
