import { type Members, toMembers } from '../directory-answer.ts';
import type { Manifest } from './manifest.ts';
import { parseToml } from './parse-toml.ts';

const KINDS = ['dependencies', 'dev-dependencies', 'build-dependencies', 'dev_dependencies', 'build_dependencies'];
/** Members of a dependency that does not come from crates.io. */
const OTHER_SOURCES = ['path', 'git', 'registry-index', 'workspace'];
/** Name of crates.io as `registry` of a dependency. */
const PUBLIC_REGISTRY = 'crates-io';

/**
 * Returns the package URLs of all dependencies from crates.io: of the package, of each target, and of the workspace. A dependency
 * with `workspace = true` is described by the table of the workspace.
 */
export async function readCargo({ text }: Manifest): Promise<string[]> {
  const manifest = parseToml(text);
  const targets = Object.values(toMembers(manifest['target'])).map(toMembers);
  const tables = [manifest, toMembers(manifest['workspace']), ...targets];
  const patches = Object.values(toMembers(manifest['patch'])).flatMap((table) => Object.entries(toMembers(table)));
  const patched = new Set(patches.map(([key, value]) => crateName(key, toMembers(value))));
  return tables
    .flatMap((table) => KINDS.flatMap((kind) => Object.entries(toMembers(table[kind]))))
    .flatMap(([key, value]) => {
      const members = toMembers(value);
      const name = crateName(key, members);
      const { registry = PUBLIC_REGISTRY } = members;
      const isOther = registry !== PUBLIC_REGISTRY || OTHER_SOURCES.some((source) => members[source] !== undefined);
      return isOther || patched.has(name) ? [] : [`pkg:cargo/${name}`];
    });
}

function crateName(key: string, members: Members): string {
  return typeof members['package'] === 'string' ? members['package'] : key;
}
