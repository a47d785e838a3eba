import { basename, resolve } from 'node:path';
import { toMembers } from '../directory-answer.ts';
import { InputError } from '../input.ts';
import { readStart } from '../read-input.ts';

/** Direct dependencies of the largest repositories are a few hundred. */
const MAX_PACKAGES = 1_000;
/** A package-lock.json of 10,000 packages has about 5 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

const READERS: Readonly<Record<string, (text: string, path: string) => readonly string[]>> = {
  'package-lock.json': readPackageLock,
  'requirements.txt': readRequirements,
  'Cargo.toml': readCargo,
};
const MANIFEST_NAMES: readonly string[] = Object.keys(READERS);

/**
 * Reads the direct dependencies of a repository from a manifest and returns their package URLs (purl), in order of name. Rejects with an
 * `InputError` if the file cannot be read or has another form.
 */
export async function readPackages(manifest: string, folder: string): Promise<readonly string[]> {
  const read = READERS[basename(manifest)];
  if (read === undefined) throw new InputError(`${manifest}: --from reads ${MANIFEST_NAMES.join(', ')}`);
  const body = await readStart(resolve(folder, manifest), MAX_BYTES + 1);
  if (body.length > MAX_BYTES) throw new InputError(`${manifest}: has more than ${MAX_BYTES} bytes`);
  const packages = [...new Set(read(new TextDecoder().decode(body), manifest))].sort();
  if (packages.length > MAX_PACKAGES) throw new InputError(`${manifest}: has more than ${MAX_PACKAGES} dependencies`);
  return packages;
}

/**
 * Dependencies of the root and its workspaces. Lock files of npm 6 list no others, so all that are at the top count. Leaves out packages
 * of other registries, so that the directory gets no private names.
 */
function readPackageLock(text: string, path: string): string[] {
  const lock = toMembers(parseJson(text, path));
  const entries = Object.entries(toMembers(lock['packages']));
  if (entries.length === 0) {
    const dependencies = Object.entries(toMembers(lock['dependencies']));
    return dependencies.flatMap(([name, entry]) => (isPublic(entry) ? [npmPackage(name)] : []));
  }
  const links = new Set(entries.filter(([, entry]) => toMembers(entry)['link'] === true).map(([key]) => key));
  return entries
    .filter(([key]) => !/(?:^|\/)node_modules\//.test(key))
    .flatMap(([, entry]) => KINDS.flatMap((kind) => Object.keys(toMembers(toMembers(entry)[kind]))))
    .filter(
      (name) => !links.has(`node_modules/${name}`) && isPublic(toMembers(lock['packages'])[`node_modules/${name}`]),
    )
    .map(npmPackage);
}

/** Entries of optional packages that are not installed have no `resolved`. */
function isPublic(entry: unknown): boolean {
  const { resolved } = toMembers(entry);
  return typeof resolved !== 'string' || resolved.startsWith('https://registry.npmjs.org/');
}

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const npmPackage = (name: string) => `pkg:npm/${name.replace(/^@/, '%40')}`;

/** Leaves out options, URLs and paths. */
function readRequirements(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name] = /^\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?:[=<>!~;#,(]|$)/.exec(line) ?? [];
    return name === undefined ? [] : [`pkg:pypi/${name.toLowerCase().replace(/[-_.]+/g, '-')}`];
  });
}

const CARGO_TABLE = /^(?:workspace\.|target\..+\.)?(?:dev-|build-)?dependencies(?:\.(.+))?$/;

/** Reads the tables of dependencies. Leaves out those by path alone, and those that the table of the workspace describes. */
function readCargo(text: string): string[] {
  const found = new Map<string, string>();
  let table: RegExpExecArray | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [, header] = /^\s*\[([^[\]]+(?:\[[^\]]*\])?[^[\]]*)\]\s*(?:#.*)?$/.exec(line) ?? [];
    if (header !== undefined) {
      table = CARGO_TABLE.exec(header.trim());
      const own = unquote(table?.[1]);
      if (own !== undefined) found.set(own, own);
      continue;
    }
    const [, key = '', value = ''] = /^\s*("[^"]+"|[\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (table === null || key === '') continue;
    const own = unquote(table[1]);
    if (own === undefined) {
      const [name = '', member] = key.split('.');
      if (member !== 'workspace') addCargo(found, unquote(name) ?? '', value);
    } else if (key === 'package') found.set(own, unquote(value) ?? own);
    else if (key === 'path') found.delete(own);
  }
  return [...found.values()].map((name) => `pkg:cargo/${name}`);
}

function addCargo(found: Map<string, string>, name: string, value: string): void {
  const isLocal = /\bpath\s*=/.test(value) && !/\bversion\s*=/.test(value);
  if (!isLocal && !/\bworkspace\s*=\s*true/.test(value))
    found.set(name, /\bpackage\s*=\s*"([^"]+)"/.exec(value)?.[1] ?? name);
}

function unquote(text: string | undefined): string | undefined {
  return text?.trim().replace(/^"(.*)"$/, '$1');
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${path}: is no JSON`);
  }
}
