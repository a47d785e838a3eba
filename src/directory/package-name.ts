export const REGISTRIES = ['npm', 'pypi', 'cargo'] as const;
export type Registry = (typeof REGISTRIES)[number];

export interface PackageName {
  readonly registry: Registry;
  /** Name in the registry, such as `@scope/name`. */
  readonly name: string;
  /** Package URL without a version: equal for all spellings of the package. */
  readonly purl: string;
}

/** Longest package text. The longest npm name has 214 characters, and a version may follow. */
export const MAX_PACKAGE_CHARACTERS = 500;

/** Matches `pkg:npm/zod` (https://github.com/package-url/purl-spec) or `npm:zod`, without qualifiers and subpath. */
const PACKAGE = /^(?:pkg:\/*(?<type>\w+)\/+|(?<prefix>\w+):)(?<rest>[^?#]+)/i;
const VERSION = /(?<=.)@[^/]*$/;

const NAMES: Readonly<Record<Registry, RegExp>> = {
  npm: /^(?=.{1,214}$)(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i,
  pypi: /^(?=.{1,214}$)[a-z0-9](?:[\w.-]*[a-z0-9])?$/i,
  cargo: /^[a-z][\w-]{0,63}$/i,
};

/** Parses a package URL, or the short form of a registry and a name. Ignores a version. Returns null for other text. */
export function parsePackageName(text: string): PackageName | null {
  const { type, prefix, rest = '' } = PACKAGE.exec(text.trim().slice(0, MAX_PACKAGE_CHARACTERS))?.groups ?? {};
  const registry = REGISTRIES.find((known) => known === (type ?? prefix)?.toLowerCase());
  const writtenName = decode(rest.replace(VERSION, ''));
  if (registry === undefined || writtenName === null || !NAMES[registry].test(writtenName)) return null;
  // Normalize the name by PEP 503.
  const name = registry === 'pypi' ? writtenName.toLowerCase().replace(/[-_.]+/g, '-') : writtenName;
  return { registry, name, purl: `pkg:${registry}/${name.replace('@', '%40')}` };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text).replace(/(?<!\/)\/+$/, '');
  } catch {
    return null;
  }
}
