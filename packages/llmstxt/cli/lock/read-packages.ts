import { dirname, resolve } from 'node:path';
import { InputError } from '../input.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readCargo } from './read-cargo.ts';
import { readPackageLock } from './read-package-lock.ts';
import { readRequirements } from './read-requirements.ts';

/** Most packages of a manifest. The largest repositories have a few hundred direct dependencies. */
const MAX_PACKAGES = 1_000;

/** Readers by the end of a path. pip reads a file of any name, and repositories have several, such as `requirements-dev.txt`. */
const READERS: readonly (readonly [path: RegExp, read: (manifest: Manifest) => Promise<readonly string[]>])[] = [
  [/(?:^|[\\/])(?:package-lock|npm-shrinkwrap)\.json$/, readPackageLock],
  [/requirements.*\.txt$/, readRequirements],
  [/(?:^|[\\/])Cargo\.toml$/, readCargo],
];

/**
 * Reads the direct dependencies of a repository from a manifest and returns their package URLs (purl), in order of name. Leaves out
 * packages that do not come from the public registry, so that the directory gets no private names. Rejects with an `InputError` if the
 * file cannot be read or has another form.
 */
export async function readPackages(name: string, folder: string): Promise<readonly string[]> {
  const [, read] = READERS.find(([end]) => end.test(name)) ?? [];
  if (read === undefined) throw new InputError(`${name}: --from reads package-lock.json, requirements.txt, Cargo.toml`);
  const path = resolve(folder, name);
  const packages = [...new Set(await read(await readManifest(path, name, dirname(path))))].sort();
  if (packages.length > MAX_PACKAGES) throw new InputError(`${name}: has more than ${MAX_PACKAGES} dependencies`);
  return packages;
}
