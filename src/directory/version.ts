import { z } from 'zod';
import { instantSchema, statusSchema } from './state.ts';

export const versionChangeSchema = z.object({
  kind: z.enum([
    'title',
    'summary',
    'details',
    'section-added',
    'section-removed',
    'section-renamed',
    'link-added',
    'link-removed',
    'link-renamed',
    'link-notes',
    'link-moved',
  ]),
  section: z
    .string()
    .nullable()
    .describe('Added or removed section, or section of the link. Null outside of sections.'),
  url: z.string().nullable().describe('URL of the link.'),
  title: z.string().nullable().describe('Title of the link.'),
  notes: z.string().nullable().describe('Notes of an added or removed link.'),
  before: z.string().nullable().describe('Old value: the text, the name, the notes, or the section of a link.'),
  after: z.string().nullable().describe('New value, in the same form.'),
});

export type VersionChange = z.infer<typeof versionChangeSchema>;

/** First changes of a version, and the number of each kind. */
export const changeSummarySchema = z.object({
  total: z.int().describe('Number of changes.'),
  kinds: z.array(z.object({ kind: versionChangeSchema.shape.kind, count: z.int() })).readonly(),
  first: z.array(versionChangeSchema).readonly().describe('First changes, in a few words.'),
});
export type ChangeSummary = z.infer<typeof changeSummarySchema>;

export const versionSchema = z.object({
  version: z.int().min(1).describe('Number of the version, from 1 for each domain.'),
  hash: z.string().describe('SHA-256 of the first served file of this version.'),
  first_seen: instantSchema,
  last_seen: instantSchema,
  bytes: z.int(),
  tokens: z.int().describe('Estimated number of tokens.'),
  title: z.string().nullable().describe('Written by the site.'),
  sections: z.int(),
  links: z.int(),
  status: statusSchema.describe('Quality when the version was last seen.'),
  quality: z.int().min(0).max(100).nullable(),
  has_text: z
    .boolean()
    .describe('True if the text is stored and can be compared. We store the last 50 versions of a listed site.'),
  changes: changeSummarySchema
    .nullable()
    .describe(
      'Changes since the previous version. Null for the first version, for a site that is not listed, and if unknown.',
    ),
});
export type Version = z.infer<typeof versionSchema>;

export const historySchema = z.object({
  domain: z.string(),
  page: z.int(),
  per_page: z.int(),
  total: z.int().describe('Number of versions.'),
  versions: z.array(versionSchema).readonly().describe('Versions, latest first.'),
});
export type History = z.infer<typeof historySchema>;

/** History for a model. The texts of the changes of 50 versions could exceed the largest answer. */
export const briefHistorySchema = historySchema.extend({
  versions: z
    .array(versionSchema.omit({ changes: true }))
    .readonly()
    .describe('Versions, latest first.'),
});
export type BriefHistory = z.infer<typeof briefHistorySchema>;

export const MAX_CHANGES = 1_000;

export const comparisonSchema = z.object({
  domain: z.string(),
  from: z.int(),
  to: z.int(),
  total: z.int().describe(`Number of all changes. The first ${MAX_CHANGES} are listed.`),
  changes: z.array(versionChangeSchema).readonly(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const MAX_BRIEF_CHANGES = 50;

/** Comparison for a model, with shorter texts. */
export const briefComparisonSchema = comparisonSchema.extend({
  total: z.int().describe(`Number of all changes. The first ${MAX_BRIEF_CHANGES} are listed.`),
});
export type BriefComparison = z.infer<typeof briefComparisonSchema>;

/**
 * Removes differences that do not count as a change: byte-order mark, kinds of line ends, trailing spaces, repeated
 * spaces, and repeated empty lines. Keeps indentation, because it can mark code or a nested list.
 */
export function withoutLayout(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(?<=\S)[ \t]+$/gm, '')
    .replace(/^[ \t]+$/gm, '')
    .replace(/(?<=\S)[ \t]{2,}(?=\S)/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}
