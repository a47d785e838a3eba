import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { parseJson } from '../../directory/parse-json.ts';
import { MANIFEST, manifestSchema, SNAPSHOT_DATE } from '../../directory/snapshot-format.ts';
import { tagOfHash } from '../entity-tag.ts';

/** Most cached tags, about 10 MB. A directory of 10,000 sites has fewer files. */
const MAX_TAGS = 50_000;

const writtenFiles = manifestSchema.pick({ files: true });

/** Data that identifies the bytes of a file. The build replaces whole files, so new bytes are a new file. */
type FileStats = Pick<Stats, 'size' | 'mtimeMs' | 'ino'>;

/**
 * Creates a function that returns the entity tags of files below `dir`. The tag of a snapshot is the hash in its manifest. Other
 * files are hashed once per write, so comparing a tag reads nothing.
 */
export function createFileTags(dir: string): (file: string, facts: FileStats) => Promise<string> {
  const tags = new LRUCache<string, Promise<string>>({ max: MAX_TAGS });
  return (file, { size, mtimeMs, ino }) => {
    const key = `${file} ${size} ${mtimeMs} ${ino}`;
    const cached = tags.get(key);
    if (cached) return cached;
    const made = readTag(dir, file, size);
    tags.set(key, made);
    made.catch(() => tags.delete(key));
    return made;
  };
}

async function readTag(dir: string, file: string, size: number): Promise<string> {
  return (await tagOfSnapshot(dir, file, size)) ?? tagOfHash(await hashFile(join(dir, file)));
}

async function tagOfSnapshot(dir: string, file: string, size: number): Promise<string | null> {
  const folder = dirname(file);
  const name = basename(file);
  if (!SNAPSHOT_DATE.test(basename(folder)) || name === MANIFEST) return null;
  const text = await readFile(join(dir, folder, MANIFEST), 'utf8').catch(() => 'null');
  const manifest = writtenFiles.safeParse(parseJson(text)).data;
  const written = Object.entries(manifest?.files ?? {}).find(([one]) => one === name)?.[1];
  return written?.bytes === size ? tagOfHash(Buffer.from(written.sha256, 'hex')) : null;
}

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest();
}
