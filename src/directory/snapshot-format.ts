import { z } from 'zod';
import type { PublicFacts } from './record.ts';

/** Increases if a reader of older snapshots could misread a new one. */
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
  /** `site` and `owner` mark their words, which are not under the license of the facts. */
  source: z.enum(['directory', 'site', 'owner']),
  meaning: z.string(),
});
type Column = z.infer<typeof columnSchema>;

const described: Readonly<Record<keyof PublicFacts, Omit<Column, 'name'>>> = {
  domain: { type: 'text', source: 'directory', meaning: 'Name of the domain, in ASCII.' },
  status: { type: 'text', source: 'directory', meaning: 'pending, valid, invalid or unreachable.' },
  tier: { type: 'text', source: 'directory', meaning: 'featured, listed or unlisted. Empty before the first crawl.' },
  authority: { type: 'integer', source: 'directory', meaning: 'Authority score, 0 to 100.' },
  verified: { type: 'boolean', source: 'directory', meaning: 'True if the owner is verified.' },
  verified_at: { type: 'timestamp', source: 'directory', meaning: 'Time of the verification.' },
  llms_txt: { type: 'text', source: 'directory', meaning: 'URL of the llms.txt.' },
  llms_full_txt: { type: 'text', source: 'directory', meaning: 'URL of the llms-full.txt.' },
  nested_llms_txt: { type: 'list', source: 'owner', meaning: 'Other llms.txt files named by the owner.' },
  title: { type: 'text', source: 'site', meaning: 'Title of the file.' },
  summary: { type: 'text', source: 'site', meaning: 'Summary in the file, or of the homepage.' },
  description: { type: 'text', source: 'owner', meaning: 'Description by the owner.' },
  tags: { type: 'list', source: 'owner', meaning: 'Tags by the owner.' },
  topics: { type: 'list', source: 'directory', meaning: 'Topics assigned by rules, at most two.' },
  contact: { type: 'text', source: 'owner', meaning: 'Public contact given by the owner.' },
  sections: { type: 'integer', source: 'directory', meaning: 'Number of sections in the file.' },
  links: { type: 'integer', source: 'directory', meaning: 'Number of links in the file.' },
  generator: {
    type: 'text',
    source: 'directory',
    meaning: 'Program that wrote the file, according to marks in its text.',
  },
  rank: { type: 'integer', source: 'directory', meaning: 'Popularity rank. A lower rank is more popular.' },
  registered_at: { type: 'timestamp', source: 'directory', meaning: 'Registration date of the domain.' },
  country: { type: 'text', source: 'directory', meaning: 'ISO 3166-1 alpha-2 code.' },
  first_seen: { type: 'timestamp', source: 'directory', meaning: 'Time when the domain was added to the directory.' },
  last_checked: { type: 'timestamp', source: 'directory', meaning: 'Time of the last visit.' },
};

/** Members of a record, in order. */
export const COLUMNS: readonly Column[] = Object.entries(described).map(([name, column]) => ({ name, ...column }));

export const manifestSchema = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  date: z.string().regex(SNAPSHOT_DATE),
  directory: z.url(),
  /** Cursor of `/v1/changes`. The snapshot and later changes give the current directory. */
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
  /** Hash of the stored bytes. */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string().length(64), rows: z.int() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const indexSchema = z.object({
  latest: z.string().regex(SNAPSHOT_DATE),
  /** Newest first. */
  snapshots: z.array(z.object({ date: z.string().regex(SNAPSHOT_DATE), manifest: z.string() })),
});
export type SnapshotIndex = z.infer<typeof indexSchema>;
