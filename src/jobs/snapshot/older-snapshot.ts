import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { MANIFEST, type Manifest, manifestSchema } from '../../directory/snapshot-format.ts';
import { type PublicFacts, publicFactsSchema } from '../../directory/state.ts';
import { hashFile } from '../hash-file.ts';
import { readLines } from '../read-lines.ts';

export interface SnapshotSite {
  readonly record: PublicFacts;
  /** True if the site refused the last visit. */
  readonly blocked: boolean;
  /** Lines of links.ndjson.gz with their line feeds. */
  readonly linkLines: readonly string[];
}

export type OlderSnapshot = NonNullable<Awaited<ReturnType<typeof findOlder>>>;

const RECORDS = 'domains.ndjson.gz';
const LINKS = 'links.ndjson.gz';

/**
 * Returns the newest complete snapshot of the month before a date, made by the current rules. Returns null without such
 * a snapshot. The first snapshot of each month is permanent, and contains only data of the store.
 */
export async function findOlder(
  folder: string,
  dates: readonly string[],
  { date, versions }: Pick<Manifest, 'date' | 'versions'>,
) {
  const newest = dates.findLast((one) => one < date);
  if (newest === undefined || newest.slice(0, 7) !== date.slice(0, 7)) return null;
  const older = join(folder, newest);
  const manifest = await readManifest(join(older, MANIFEST));
  if (manifest === null || !isDeepStrictEqual(manifest.versions, versions)) return null;
  for (const name of [RECORDS, LINKS]) {
    if ((await hashFile(join(older, name))) !== manifest.files[name]?.sha256) return null;
  }
  return { folder: older, manifest };
}

async function readManifest(file: string): Promise<Manifest | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Yields sites by name, unchanged. */
export async function* readSitesOf({ folder }: OlderSnapshot): AsyncGenerator<Omit<SnapshotSite, 'blocked'>> {
  const links = readGzipLines(join(folder, LINKS));
  let link = await links.next();
  for await (const line of readGzipLines(join(folder, RECORDS))) {
    const record = publicFactsSchema.parse(JSON.parse(line));
    const start = `{"domain":${JSON.stringify(record.domain)},`;
    const linkLines: string[] = [];
    while (!link.done && link.value.startsWith(start)) {
      linkLines.push(`${link.value}\n`);
      link = await links.next();
    }
    yield { record, linkLines };
  }
}

function readGzipLines(file: string): AsyncGenerator<string> {
  // Ignore the rejection, because the reader of the lines gets an error of either stream.
  return readLines(pipeline(createReadStream(file), createGunzip(), () => {}));
}
