import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * Format of a copy: gzip over NDJSON. The first line is the header, the last one the manifest. Every line between is
 * a row, `{"table": …, "row": …}`, or the end of the rows of some domains, `{"through": …, "gone": […]}`. Rows are in
 * the order of writing. What follows the last end belongs to no domain.
 * A copy of changes has the rows that differ from those of its base, a whole copy, and the hashes of those that are
 * gone; what belongs to no domain it has all. The first ends are those of its base.
 */
export const COPY_FORMAT = 'llms-txt-directory-copy';
export const COPY_VERSION = 1;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

export const headerSchema = z.strictObject({
  format: z.literal(COPY_FORMAT),
  version: z.literal(COPY_VERSION),
  exported_at: z.iso.datetime(),
  /** Versions of the migrations that made the database. */
  migrations: z.array(z.string()),
  /** In an order in which they can be written. */
  tables: z.array(z.string()),
  /** Null for a whole copy. `file` lies in the same folder; the hash is that of its manifest. */
  base: z.strictObject({ file: z.string().regex(/^[^/\\]+$/), sha256: sha256Schema }).nullable(),
});
export type CopyHeader = z.infer<typeof headerSchema>;

export const manifestSchema = z.strictObject({
  /** Rows of the directory: of changes, with those of the base that are not gone. */
  rows: z.int().min(0),
  /** Rows per table. */
  counts: z.record(z.string(), z.int().min(0)),
  /** Hash of all bytes before this line, including the line feed. */
  sha256: sha256Schema,
});
export type Manifest = z.infer<typeof manifestSchema>;

export const rangeEndSchema = z.strictObject({
  /** The last of the domains. */
  through: z.string(),
  /** `hashOfRow` of rows of the base. */
  gone: z.array(z.string()),
});
export type RangeEnd = z.infer<typeof rangeEndSchema>;

/** A line with an end begins so. */
export const RANGE_END = Buffer.from('{"through":');

/** Start of a row's line. The store writes the table first. */
const TABLE = /^\{"table": "([a-z_]+)"/;
/** Longest start of a row's line. */
export const TABLE_BYTES = 100;

/** Returns the table of a row from the start of its line. Throws a `TypeError` if the line is not a row. */
export function tableOf(line: string): string {
  const [, table] = TABLE.exec(line) ?? [];
  if (table === undefined) throw new TypeError(`not a row: ${line.slice(0, 60)}`);
  return table;
}

/** Names a row among those of a copy. The store makes the same hash, and PostgreSQL makes this one fastest. */
export function hashOfRow(line: Buffer): string {
  return createHash('md5').update(line).digest('hex');
}
