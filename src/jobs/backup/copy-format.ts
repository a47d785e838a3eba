import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * Name of the copy format: gzip over NDJSON. The first line is the header, and the last line is the manifest. Every
 * other line is a row, `{"table": …, "row": …}`, or the end of the rows of some domains, `{"through": …, "gone": […]}`.
 * Rows are in the order of writing. Lines after the last end belong to no domain. A copy of changes contains the rows
 * that differ from its base, and the hashes of removed rows. The base is a full copy. A copy of changes contains all
 * rows without a domain, and starts with the ends of its base.
 */
export const COPY_FORMAT = 'llms-txt-directory-copy';
export const COPY_VERSION = 1;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

export const headerSchema = z.strictObject({
  format: z.literal(COPY_FORMAT),
  version: z.literal(COPY_VERSION),
  exported_at: z.iso.datetime(),
  /** Versions of the migrations that created the database. */
  migrations: z.array(z.string()),
  /** Tables in insertion order. */
  tables: z.array(z.string()),
  /** Null for a full copy. `file` is in the same folder, and the hash is from its manifest. */
  base: z.strictObject({ file: z.string().regex(/^[^/\\]+$/), sha256: sha256Schema }).nullable(),
});
export type CopyHeader = z.infer<typeof headerSchema>;

export const manifestSchema = z.strictObject({
  /** Number of rows of the directory. A copy of changes also counts the remaining rows of its base. */
  rows: z.int().min(0),
  counts: z.record(z.string(), z.int().min(0)),
  /** Hash of all bytes before this line, including the line feed. */
  sha256: sha256Schema,
});
export type Manifest = z.infer<typeof manifestSchema>;

export const rangeEndSchema = z.strictObject({
  /** Last of the domains. */
  through: z.string(),
  /** Hashes (`hashOfRow`) of removed rows of the base. */
  gone: z.array(z.string()),
});
export type RangeEnd = z.infer<typeof rangeEndSchema>;

/** Start of the line that ends the rows of some domains. */
export const RANGE_END = Buffer.from('{"through":');

/** Start of a row's line. The store writes the table first. */
const TABLE = /^\{"table": "([a-z_]+)"/;
/** Most bytes of the start of a row's line. */
export const TABLE_BYTES = 100;

/** Returns the table of a row from the start of its line. Throws a `TypeError` if the line is not a row. */
export function parseTable(line: string): string {
  const [, table] = TABLE.exec(line) ?? [];
  if (table === undefined) throw new TypeError(`not a row: ${line.slice(0, 60)}`);
  return table;
}

/** Identifies a row of a copy. The store computes the same hash. This hash is the fastest in PostgreSQL. */
export function hashOfRow(line: Buffer): string {
  return createHash('md5').update(line).digest('hex');
}
