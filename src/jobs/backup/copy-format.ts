import { z } from 'zod';

/**
 * A copy of a directory: gzip over NDJSON. The first line is the header, the last one the manifest, every line between is a row:
 * `{"table": …, "row": …}`. Rows are in an order in which they can be written.
 */
export const COPY_FORMAT = 'llms-txt-directory-copy';
export const COPY_VERSION = 1;

export const headerSchema = z.strictObject({
  format: z.literal(COPY_FORMAT),
  version: z.literal(COPY_VERSION),
  exported_at: z.iso.datetime(),
  /** Versions of the migrations that made the database. */
  migrations: z.array(z.string()),
});
export type CopyHeader = z.infer<typeof headerSchema>;

export const manifestSchema = z.strictObject({
  /** Rows in the copy. */
  rows: z.int().min(0),
  /** Rows of each table. */
  counts: z.record(z.string(), z.int().min(0)),
  /** Of all bytes before this line, the closing line feed included. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The line of a row begins with its table: the store writes the members in this order. */
const TABLE = /^\{"table": "([a-z_]+)"/;
/** More than the longest table name with what surrounds it. */
export const TABLE_BYTES = 100;

/** The table of a row, by the beginning of its line. Throws a `TypeError` for a line that is not a row. */
export function tableOf(line: string): string {
  const [, table] = TABLE.exec(line) ?? [];
  if (table === undefined) throw new TypeError(`not a row: ${line.slice(0, 60)}`);
  return table;
}
