import { z } from 'zod';
import { type PublicFacts, publicFactsSchema } from './state.ts';

/** Format version of a snapshot. Increase the version if a reader of older snapshots could misread a new snapshot. */
export const SNAPSHOT_FORMAT = 1;
export const SNAPSHOT_DATE = /^\d{4}-\d{2}-\d{2}$/;
export const MANIFEST = 'manifest.json';

export const LICENSE_URL = 'https://creativecommons.org/publicdomain/zero/1.0/';
export const LICENSE =
  'The facts are in the public domain (CC0-1.0). The sites and their owners wrote the titles, summaries, descriptions, tags, contacts and links.';
export const SAMPLE =
  'Contains domains that people registered, and domains from public lists that operators imported. It is not a random sample of the web. It contains no rejected domains and no domains that opted out.';

export const CSV_NOTE =
  "In CSV, a text that begins with = + - @, a tab or a line end has an apostrophe (') in front, so that no spreadsheet runs it as a formula. NDJSON has the original texts.";

const columnSchema = z.object({
  name: z.string(),
  type: z.enum(['text', 'integer', 'boolean', 'timestamp', 'list']),
  /** Source of a column. The words of `site` and `owner` are not under the license of the facts. */
  source: z.enum(['directory', 'site', 'owner']),
  meaning: z.string(),
});
type Column = z.infer<typeof columnSchema>;

const described: Readonly<Record<keyof PublicFacts, Pick<Column, 'type' | 'source'>>> = {
  domain: { type: 'text', source: 'directory' },
  status: { type: 'text', source: 'directory' },
  tier: { type: 'text', source: 'directory' },
  authority: { type: 'integer', source: 'directory' },
  verified: { type: 'boolean', source: 'directory' },
  verified_at: { type: 'timestamp', source: 'directory' },
  llms_txt: { type: 'text', source: 'directory' },
  llms_full_txt: { type: 'text', source: 'directory' },
  nested_llms_txt: { type: 'list', source: 'owner' },
  title: { type: 'text', source: 'site' },
  summary: { type: 'text', source: 'site' },
  description: { type: 'text', source: 'owner' },
  tags: { type: 'list', source: 'owner' },
  topics: { type: 'list', source: 'directory' },
  contact: { type: 'text', source: 'owner' },
  sections: { type: 'integer', source: 'directory' },
  links: { type: 'integer', source: 'directory' },
  generator: { type: 'text', source: 'directory' },
  rank: { type: 'integer', source: 'directory' },
  registered_at: { type: 'timestamp', source: 'directory' },
  country: { type: 'text', source: 'directory' },
  first_seen: { type: 'timestamp', source: 'directory' },
  last_checked: { type: 'timestamp', source: 'directory' },
};

/** Members of a record, in order. */
export const COLUMNS: readonly Column[] = publicFactsSchema.keyof().options.map((name) => {
  return { name, ...described[name], meaning: publicFactsSchema.shape[name].description ?? '' };
});

export const manifestSchema = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  date: z.string().regex(SNAPSHOT_DATE),
  directory: z.url(),
  /** Cursor of `/v1/changes`. The snapshot plus all later changes equals the current directory. */
  cursor: z.string(),
  license: z.string(),
  sample: z.string(),
  /** Encoding of texts in CSV. Absent in older snapshots, which contain unchanged texts. */
  csv: z.string().optional(),
  versions: z.object({ ruleset: z.string(), score: z.int(), topics: z.int() }),
  counts: z.object({
    tracked: z.int(),
    shown: z.int(),
    valid: z.int(),
    invalid: z.int(),
    unreachable: z.int(),
    pending: z.int(),
    blocked: z.int(),
    links: z.int(),
  }),
  columns: z.array(columnSchema),
  /** Hashes of the stored bytes. */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string().length(64), rows: z.int() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const indexSchema = z.object({
  latest: z.string().regex(SNAPSHOT_DATE),
  /** Snapshots, newest first. */
  snapshots: z.array(z.object({ date: z.string().regex(SNAPSHOT_DATE), manifest: z.string() })),
});
export type SnapshotIndex = z.infer<typeof indexSchema>;
