import { z } from 'zod';
import { domainSchema, foundSiteSchema } from './record.ts';
import { instantSchema } from './state.ts';

/** Effect of a change on a copy: the record was added, changed or removed. */
export const CHANGE_KINDS = ['added', 'changed', 'removed'] as const;

export const directoryChangeSchema = z.object({
  seq: z.string().describe('Place in the log: an opaque string.'),
  at: instantSchema.describe('When the domain changed last.'),
  domain: z.string(),
  kind: z
    .enum(CHANGE_KINDS)
    .describe(
      '`added`: lists show it since after your cursor; `changed`: they did already; `removed`: none does any more. A copy treats the first two alike.',
    ),
  record: domainSchema.nullable().describe('The record as it is now; null when removed.'),
});

/** Page of the change log, for API, MCP and mirrors. */
export const directoryChangesSchema = z.object({
  changes: z.array(directoryChangeSchema).describe('In the order of the log; each domain once, with its newest state.'),
  cursor: z.string().describe('Where this page ends: the `since` of the next request.'),
  more: z.boolean().describe('True when the next page can be read at once.'),
  reset: z
    .literal(true)
    .optional()
    .describe(
      'The cursor is not known here, because the directory was restored from a copy: this page is the first of all. Discard what you hold.',
    ),
});
export type DirectoryChanges = z.infer<typeof directoryChangesSchema>;

/** Page of the change log with short records, for models. */
export const briefChangesSchema = directoryChangesSchema.extend({
  changes: z.array(directoryChangeSchema.extend({ record: foundSiteSchema.nullable() })),
});
export type BriefChanges = z.infer<typeof briefChangesSchema>;
