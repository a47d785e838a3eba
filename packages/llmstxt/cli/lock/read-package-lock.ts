import { type Members, toMembers } from '../directory-answer.ts';
import { parseJson } from '../parse-json.ts';
import type { Manifest } from './manifest.ts';

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
/** The registry of npm, and its mirrors without private packages. */
const PUBLIC = /^https?:\/\/registry\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)\//;
const INSTALLED = /(?:^|\/)node_modules\//;

/**
 * Package URLs of the dependencies of the root and its workspaces. Lock files of npm 6 list no others, so all that are at the top
 * count.
 */
export async function readPackageLock({ text, name: path, next }: Manifest): Promise<string[]> {
  const isPublicName = parseRegistries((await next('.npmrc'))?.text ?? '');
  const lock = toMembers(parseJson(text, path));
  const names = lock['packages'] === undefined ? oldNames(lock) : listNames(toMembers(lock['packages']));
  return names
    .filter(isPublicName)
    .map((name) => `pkg:npm/${encodeURIComponent(name.toWellFormed()).replaceAll('%2F', '/')}`);
}

function oldNames(lock: Members): string[] {
  return Object.entries(toMembers(lock['dependencies'])).flatMap(([key, value]) => {
    const entry = toMembers(value);
    return publicName(key, String(entry['version']), entry) ?? [];
  });
}

function listNames(packages: Members): string[] {
  const folders = Object.keys(packages).filter((key) => !INSTALLED.test(key));
  const own = new Set(folders.map((key) => toMembers(packages[key])['name'] ?? key.replace(/^.*\//, '')));
  return folders.flatMap((folder) =>
    KINDS.flatMap((kind) => Object.entries(toMembers(toMembers(packages[folder])[kind]))).flatMap(([key, spec]) => {
      const entry = installedEntry(packages, folder, key);
      return entry === null && own.has(key) ? [] : (publicName(key, String(spec), entry ?? {}) ?? []);
    }),
  );
}

/** Finds a dependency like Node: in the folder, then in each folder above. Null for an optional package that is not installed. */
function installedEntry(packages: Members, folder: string, name: string): Members | null {
  for (let at = folder; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const entry = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (entry !== undefined) return toMembers(entry);
    if (at === '') return null;
  }
}

/**
 * Returns the name of a dependency at npm's registry, or null if it comes from another place. Without `resolved`, the request
 * decides: a range, a tag, or an alias such as `npm:name@1`.
 */
function publicName(key: string, request: string, { link, resolved, name }: Members): string | null {
  const [, alias] = /^npm:((?:@[^/@]+\/)?[^/@]+)(?:@[^/:]*)?$/.exec(request) ?? [];
  const isVersion = !/[:/\\]|^\.|\.(?:tgz|tar|tar\.gz)$/i.test(request);
  if (link === true || (alias === undefined && !isVersion)) return null;
  if (typeof resolved === 'string' && !PUBLIC.test(resolved)) return null;
  return typeof name === 'string' ? name : (alias ?? key);
}

/** Returns a check that the `.npmrc` of the repository names no other registry for a package. */
function parseRegistries(npmrc: string): (name: string) => boolean {
  const lines = npmrc.matchAll(/^[ \t]*["']?(?:(@[^:\s]+):)?registry["']?[ \t]*=[ \t]*["']?([^"'\s]*)/gm);
  const registries = new Map([...lines].map(([, scope = '', url = '']) => [scope, `${url}/`]));
  return (name) => {
    const [scope = ''] = /^@[^/]+(?=\/)/.exec(name) ?? [];
    const registry = registries.get(scope) ?? registries.get('');
    return registry === undefined || PUBLIC.test(registry);
  };
}
