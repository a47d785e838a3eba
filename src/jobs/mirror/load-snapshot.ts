import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { parseJson } from '../../directory/parse-json.ts';
import { hashFile } from '../hash-file.ts';
import { readLines } from '../read-lines.ts';
import { type CopiedRecord, type CopyStore, recordSchema } from './copy-store.ts';
import { MirrorError } from './mirror-error.ts';
import { download, findSnapshot } from './read-directory.ts';

const RECORDS = 'domains.ndjson.gz';

/**
 * Fills a copy from the newest snapshot of a directory. Returns false without a snapshot. Refuses files with a wrong hash. Does
 * not download a file again.
 */
export async function loadSnapshot(
  copy: CopyStore,
  baseUrl: string,
  folder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const snapshot = await findSnapshot(baseUrl, signal);
  if (snapshot === null) return false;
  const { manifest, toUrl } = snapshot;
  const expected = manifest.files[RECORDS];
  if (expected === undefined) throw new MirrorError(`the manifest of ${manifest.date} does not name ${RECORDS}`);
  const file = join(folder, RECORDS);
  if ((await hashFile(file)) !== expected.sha256) {
    const unfinished = `${file}.unfinished`;
    await pipeline(download(toUrl(RECORDS), expected.bytes, signal), createWriteStream(unfinished));
    const hash = await hashFile(unfinished);
    if (hash !== expected.sha256) throw new MirrorError(`${RECORDS} has the hash ${hash}, not ${expected.sha256}`);
    await rename(unfinished, file);
  }
  try {
    await copy.replace(readRecords(file, expected.rows), manifest.cursor);
  } catch (error) {
    const isGzipFault = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
    throw isGzipFault ? new MirrorError(`${RECORDS} is not gzip: ${error.message}`, { cause: error }) : error;
  }
  await rm(file);
  return true;
}

async function* readRecords(file: string, maxRecords: number): AsyncGenerator<CopiedRecord> {
  // Pass errors of both streams to the reader.
  const lines = readLines(connect(createReadStream(file), createGunzip(), () => {}));
  let row = 0;
  for await (const line of lines) {
    row += 1;
    if (row > maxRecords) throw new MirrorError(`${RECORDS} has more than the ${maxRecords} rows of its manifest`);
    const record = recordSchema.safeParse(parseJson(line));
    if (!record.success) throw new MirrorError(`row ${row} of ${RECORDS} is not a record`);
    yield record.data;
  }
}
