import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type CopyHeader, headerSchema, type Manifest, manifestSchema, TABLE_BYTES, tableOf } from './copy-format.ts';

/** The file is not a copy, or not a whole one. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

// A row holds at most a visit with its text of 1 MiB, every character escaped; no copy has more without a line feed.
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 10;

export interface VerifiedCopy {
  readonly header: CopyHeader;
  readonly manifest: Manifest;
}

/** Reads the whole file once and compares counts and hash with its manifest. Throws a `CopyError`. */
export async function verifyCopy(file: string): Promise<VerifiedCopy> {
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let header: CopyHeader | null = null;
  let rows = 0;
  let held: Buffer | null = null;
  for await (const line of linesOf(file)) {
    // The last line is the manifest, which the hash does not include: each line is used when the next one has been read.
    if (held !== null) {
      hash.update(held).update('\n');
      if (header === null) {
        header = parse(headerSchema, held, 'the first line is not the header of a copy');
      } else {
        const table = tableIn(held);
        counts[table] = (counts[table] ?? 0) + 1;
        rows += 1;
      }
    }
    held = line;
  }
  if (header === null || held === null) throw new CopyError('the file is not a copy of a directory');
  const manifest = parse(manifestSchema, held, 'the last line is not the manifest: the copy is not whole');
  if (manifest.sha256 !== hash.digest('hex'))
    throw new CopyError('the hash is not that of the manifest: the copy was changed or damaged');
  const isSame = Object.keys({ ...counts, ...manifest.counts }).every(
    (table) => counts[table] === manifest.counts[table],
  );
  if (manifest.rows !== rows || !isSame) throw new CopyError('the counts are not those of the manifest');
  return { header, manifest };
}

/** Some lines of a copy, each with its line feed. */
export interface Batch {
  readonly lines: string;
  readonly rows: number;
}

/** The rows of a verified copy in batches of about `maxBytes`. */
export async function* rowsOf(file: string, maxBytes: number): AsyncGenerator<Batch> {
  let batch: Buffer[] = [];
  let bytes = 0;
  let isHeader = true;
  let held: Buffer | null = null;
  for await (const line of linesOf(file)) {
    if (held !== null && !isHeader) {
      if (bytes > 0 && bytes + held.length > maxBytes) {
        yield batchOf(batch);
        batch = [];
        bytes = 0;
      }
      batch.push(held);
      bytes += held.length;
    }
    if (held !== null) isHeader = false;
    held = line;
  }
  if (batch.length > 0) yield batchOf(batch);
}

function batchOf(lines: readonly Buffer[]): Batch {
  return { lines: `${lines.map((line) => line.toString('utf8')).join('\n')}\n`, rows: lines.length };
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  const unpacking = pipeline(createReadStream(file), unpacked);
  // The loop below throws the same error.
  unpacking.catch(() => {});
  let parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
        parts.push(chunk.subarray(from, at));
        yield Buffer.concat(parts);
        parts = [];
        bytes = 0;
        from = at + 1;
      }
      parts.push(chunk.subarray(from));
      bytes += chunk.length - from;
      if (bytes > LONGEST_LINE_BYTES) throw new CopyError('a line is too long for a copy');
    }
  } catch (error) {
    throw toCopyError(error);
  } finally {
    unpacked.destroy();
  }
  if (bytes > 0) throw new CopyError('the last line has no end: the copy is not whole');
}

function toCopyError(error: unknown): unknown {
  const isDamaged = error instanceof Error && 'code' in error && /^(Z_|ERR_STREAM_PREMATURE)/.test(String(error.code));
  return isDamaged
    ? new CopyError('the file cannot be unpacked: it is damaged, not whole, or no copy', { cause: error })
    : error;
}

function tableIn(line: Buffer): string {
  try {
    return tableOf(line.subarray(0, TABLE_BYTES).toString('utf8'));
  } catch {
    throw new CopyError('a line is not a row of a copy');
  }
}

function parse<Value>(
  schema: { safeParse(input: unknown): { success: true; data: Value } | { success: false } },
  line: Buffer,
  detail: string,
): Value {
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch {
    throw new CopyError(detail);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new CopyError(detail);
  return parsed.data;
}
