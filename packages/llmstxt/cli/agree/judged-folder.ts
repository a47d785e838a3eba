import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgedEntry } from '../../ruler/judged-set.ts';
import type { JudgedText } from '../../ruler/measure-agreement.ts';
import { decodeBody } from '../../src/index.ts';
import { fetchFile, type Network } from '../fetch-file.ts';
import { InputError, reasonOf } from '../input.ts';
import { eachOfHosts } from '../lock/each-of-hosts.ts';

export interface JudgedFolder {
  readonly files: readonly JudgedText[];
  /** Number of judged files that have changed since people read them. */
  readonly changed: number;
  /** Number of judged files that are not there. */
  readonly missing: number;
}

/**
 * Reads judged files from a folder. Fetches a file that the folder lacks, and keeps it there, if `network` is not null. Rejects with an
 * `InputError` if the folder cannot be used.
 */
export async function readJudgedFolder(
  entries: readonly JudgedEntry[],
  folder: string,
  network: Network | null,
): Promise<JudgedFolder> {
  try {
    if (network !== null) await mkdir(folder, { recursive: true });
    const named = entries.map((entry) => ({ name: entry.address, entry }));
    const bodies = await eachOfHosts(named, ({ entry }) => readBody(entry, folder, network));
    const found = entries.flatMap((entry, at) => {
      const body = bodies[at] ?? null;
      return body === null ? [] : [{ entry, body }];
    });
    const same = found.filter(({ entry, body }) => hashOf(body) === entry.sha256);
    return {
      files: same.map(({ entry, body }) => ({ ...entry, text: decodeBody(body).text })),
      changed: found.length - same.length,
      missing: entries.length - found.length,
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${folder}: ${reasonOf(error)}`);
  }
}

async function readBody(
  { file, address, sha256 }: JudgedEntry,
  folder: string,
  network: Network | null,
): Promise<Uint8Array | null> {
  const path = join(folder, file);
  if (existsSync(path)) return new Uint8Array(await readFile(path));
  if (network === null) return null;
  const { body } = await fetchFile(address, network);
  // Do not keep a changed file, so that the next run fetches it again. Its site may revert the change.
  if (body !== null && hashOf(body) === sha256) await writeFile(path, body);
  return body;
}

function hashOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
