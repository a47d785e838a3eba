import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { parseJson } from '../../directory/parse-json.ts';
import { toMessage } from '../../directory/to-message.ts';
import {
  type CopyHeader,
  hashOfRow,
  headerSchema,
  type Manifest,
  manifestSchema,
  parseTable,
  RANGE_END,
  type RangeEnd,
  rangeEndSchema,
  TABLE_BYTES,
} from './copy-format.ts';
import { CopyError, linesOf } from './copy-lines.ts';

export interface VerifiedCopy {
  readonly file: string;
  readonly header: CopyHeader;
  readonly manifest: Manifest;
  /** Full copy that is the base of these changes. Null for a full copy. */
  readonly base: VerifiedCopy | null;
}

/** Reads the file and its base once, and compares counts and hash with the manifest. Throws a `CopyError`. */
export async function verifyCopy(file: string): Promise<VerifiedCopy> {
  const { header, manifest, counts } = await readWhole(file);
  const base = header.base === null ? null : await verifyBase(file, header.base);
  const copy = { file, header, manifest, base };
  checkCounts(base === null ? counts : await countRows(copy), manifest);
  return copy;
}

/** Reads the base of changes. Reads no base of this base, because renamed changes may name themselves. */
async function verifyBase(
  file: string,
  { file: name, sha256 }: NonNullable<CopyHeader['base']>,
): Promise<VerifiedCopy> {
  const path = join(dirname(file), name);
  const { header, manifest, counts } = await readWhole(path).catch((error: unknown) => {
    const reason = toMessage(error);
    throw new CopyError(`cannot use the base of these changes, ${path}: ${reason}`, { cause: error });
  });
  if (header.base !== null || manifest.sha256 !== sha256) {
    throw new CopyError(`${path} is not the base of these changes`);
  }
  checkCounts(counts, manifest);
  return { file: path, header, manifest, base: null };
}

type Counts = Record<string, number>;

function checkCounts(counts: Counts, manifest: Manifest): void {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isSame = Object.keys({ ...counts, ...manifest.counts }).every(
    (table) => counts[table] === manifest.counts[table],
  );
  if (manifest.rows !== rows || !isSame) throw new CopyError('the counts differ from the manifest');
}

async function readWhole(
  file: string,
): Promise<Pick<VerifiedCopy, 'header' | 'manifest'> & { readonly counts: Counts }> {
  const hash = createHash('sha256');
  const counts: Counts = {};
  let header: CopyHeader | null = null;
  let lastLine: Buffer | null = null;
  for await (const line of linesOf(file)) {
    // Process a line after reading the next, because the hash excludes the last line.
    if (lastLine !== null) {
      hash.update(lastLine).update('\n');
      if (header === null) header = parse(headerSchema, lastLine, 'the first line is not the header of a copy');
      else if (!isRangeEnd(lastLine)) countRow(counts, lastLine);
    }
    lastLine = line;
  }
  if (header === null || lastLine === null) throw new CopyError('the file is not a copy of a directory');
  const manifest = parse(manifestSchema, lastLine, 'the last line is not the manifest, so the copy is incomplete');
  if (manifest.sha256 !== hash.digest('hex'))
    throw new CopyError('the hash differs from the manifest, so the copy was changed or damaged');
  return { header, manifest, counts };
}

async function countRows(copy: VerifiedCopy): Promise<Counts> {
  const counts: Counts = {};
  for await (const line of rowLinesOf(copy)) countRow(counts, line);
  return counts;
}

function countRow(counts: Counts, line: Buffer): void {
  const table = tableIn(line);
  counts[table] = (counts[table] ?? 0) + 1;
}

/** Yields the rows of a verified copy in batches of about `maxBytes`. */
export async function* rowsOf(copy: VerifiedCopy, maxBytes: number): AsyncGenerator<ReturnType<typeof toBatch>> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const line of rowLinesOf(copy)) {
    if (bytes > 0 && bytes + line.length > maxBytes) {
      yield toBatch(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(line);
    bytes += line.length;
  }
  if (batch.length > 0) yield toBatch(batch);
}

function toBatch(lines: readonly Buffer[]) {
  return { lines: `${lines.map((line) => line.toString('utf8')).join('\n')}\n`, rows: lines.length };
}

async function* rowLinesOf({ file, header, base }: VerifiedCopy): AsyncGenerator<Buffer> {
  if (base === null) {
    for await (const line of contentOf(file)) if (!isRangeEnd(line)) yield line;
    return;
  }
  const placeByTable = new Map(header.tables.map((table, place) => [table, place]));
  const placeIn = (line: Buffer) => placeByTable.get(tableIn(line)) ?? placeByTable.size;
  const older = rangesOf(base.file);
  let isOlder = true;
  try {
    for await (const { lines, end } of rangesOf(file)) {
      const before: CopyRange | null = end !== null && isOlder ? ((await older.next()).value ?? null) : null;
      isOlder = before !== null && before.end !== null;
      if (end === null || before === null || before.end === null) {
        yield* lines;
        continue;
      }
      if (before.end.through !== end.through) throw new CopyError('these are not changes of their base');
      const removed = new Set(end.gone);
      const remaining = before.lines.filter((line) => !removed.has(hashOfRow(line)));
      // Yield referenced rows first, changed or not.
      yield* [...remaining, ...lines].toSorted((a, b) => placeIn(a) - placeIn(b));
    }
  } finally {
    await older.return(undefined);
  }
}

/** Rows of some domains with their end. The last range has the rows without a domain, and its end is null. */
export interface CopyRange {
  readonly lines: readonly Buffer[];
  readonly end: RangeEnd | null;
}

/** Yields the rows of a copy, some domains at a time. */
export async function* rangesOf(file: string): AsyncGenerator<CopyRange, undefined> {
  let lines: Buffer[] = [];
  for await (const line of contentOf(file)) {
    if (isRangeEnd(line)) {
      yield { lines, end: parse(rangeEndSchema, line, 'a line is not the end of a range') };
      lines = [];
    } else {
      lines.push(line);
    }
  }
  yield { lines, end: null };
}

/** Yields the lines between header and manifest. */
async function* contentOf(file: string): AsyncGenerator<Buffer> {
  let isHeader = true;
  let lastLine: Buffer | null = null;
  for await (const line of linesOf(file)) {
    if (lastLine !== null) yield lastLine;
    lastLine = isHeader ? null : line;
    isHeader = false;
  }
}

function isRangeEnd(line: Buffer): boolean {
  return line.subarray(0, RANGE_END.length).equals(RANGE_END);
}

/** Returns the table of a row. Throws a `CopyError` if the line is not a row. */
export function tableIn(line: Buffer): string {
  try {
    return parseTable(line.subarray(0, TABLE_BYTES).toString('utf8'));
  } catch {
    throw new CopyError('a line is not a row of a copy');
  }
}

function parse<Value>(schema: z.ZodType<Value>, line: Buffer, detail: string): Value {
  const parsed = schema.safeParse(parseJson(line.toString('utf8')));
  if (!parsed.success) throw new CopyError(detail);
  return parsed.data;
}
