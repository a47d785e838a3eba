import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { decodeBody } from '../../src/index.ts';
import { InputError } from '../input.ts';
import { readStart } from '../read-input.ts';
import { refuseOutside } from '../refuse-outside.ts';

/** Most bytes of a manifest. A package-lock.json of 10,000 packages has about 5 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A manifest, and access to the files next to it. */
export interface Manifest {
  readonly text: string;
  readonly name: string;
  /** Returns the file at a path relative to this file, or null for a missing file. */
  readonly next: (path: string) => Promise<Manifest | null>;
}

/**
 * Reads a manifest. Rejects with an `InputError` for an unreadable manifest. `root` must contain the files that it names,
 * because it may be untrusted. `known` contains the read files by path, so that each is read once.
 */
export async function readManifest(
  path: string,
  name: string,
  root: string,
  known = new Map<string, Manifest>(),
): Promise<Manifest> {
  const body = await readStart(path, MAX_BYTES + 1);
  if (body.length > MAX_BYTES) throw new InputError(`${name}: has more than ${MAX_BYTES} bytes`);
  const manifest: Manifest = {
    text: decodeBody(body).text.replace(/^\ufeff/, ''),
    name,
    next: async (other) => {
      const target = resolve(dirname(path), other);
      const read = known.get(target);
      if (read !== undefined) return read;
      if (!existsSync(target)) return null;
      await refuseOutside(target, root);
      return await readManifest(target, relative(root, target), root, known);
    },
  };
  known.set(path, manifest);
  return manifest;
}
