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
    .describe('That was added or removed, or in which a link is; null outside of sections.'),
  url: z.string().nullable().describe('Of a link.'),
  title: z.string().nullable().describe('Of a link.'),
  notes: z.string().nullable().describe('Of a link that was added or removed.'),
  before: z
    .string()
    .nullable()
    .describe('What was there: the text, the name, the notes, or the section that a link was in.'),
  after: z.string().nullable().describe('What is there now.'),
});

export type VersionChange = z.infer<typeof versionChangeSchema>;

/** First changes of a version, and the number of each kind. */
export const changeSummarySchema = z.object({
  total: z.int().describe('Changes in all.'),
  kinds: z.array(z.object({ kind: versionChangeSchema.shape.kind, count: z.int() })).readonly(),
  first: z.array(versionChangeSchema).readonly().describe('The first of them, in few words.'),
});
export type ChangeSummary = z.infer<typeof changeSummarySchema>;

/** Version of a domain's text. */
export const versionSchema = z.object({
  version: z.int().min(1).describe('Counted from 1 for each domain.'),
  hash: z.string().describe('SHA-256 of the file as it was served first.'),
  first_seen: instantSchema,
  last_seen: instantSchema,
  bytes: z.int(),
  tokens: z.int().describe('An estimate.'),
  title: z.string().nullable().describe('Written by the site.'),
  sections: z.int(),
  links: z.int(),
  status: statusSchema.describe('Of the site when the version was last seen.'),
  quality: z.int().min(0).max(100).nullable(),
  has_text: z
    .boolean()
    .describe('Whether the text is kept, so that it can be compared: of the last 50 versions of a listed site.'),
  changes: changeSummarySchema
    .nullable()
    .describe(
      'What changed since the version before; null for the first, of a site that is not listed, and where it is not known.',
    ),
});
export type Version = z.infer<typeof versionSchema>;

/** Page of versions. */
export const historySchema = z.object({
  domain: z.string(),
  page: z.int(),
  per_page: z.int(),
  total: z.int().describe('Versions in all.'),
  versions: z.array(versionSchema).readonly().describe('The latest first.'),
});
export type History = z.infer<typeof historySchema>;

/** Most changes returned of one kind. */
export const MAX_CHANGES = 1_000;

export const comparisonSchema = z.object({
  domain: z.string(),
  from: z.int(),
  to: z.int(),
  total: z.int().describe(`Changes in all; the first ${MAX_CHANGES} are named.`),
  changes: z.array(versionChangeSchema).readonly(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

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
