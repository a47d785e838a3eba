import { createHash } from 'node:crypto';
import { InputError } from '../input.ts';

export const LOCK_NAME = 'llms.lock';
const VERSION = 1;

/** What a directory knows of the site that a file belongs to. */
export interface KnownSite {
  readonly domain: string;
  /** No list of the directory shows it: somebody has decided so, or its owner wants to stay out. */
  readonly rejected: boolean;
  /** Whether its owner is proven. */
  readonly verified: boolean;
  /** RFC 3339; null while the owner is not proven. */
  readonly verifiedAt: string | null;
}

export interface LockedFile {
  /** A URL, or a path relative to the lock's folder, with forward slashes. */
  readonly name: string;
  /** Of the bytes as they were read, in hex. */
  readonly sha256: string;
  /** Null for a file on disk, where no directory was named, and where it did not know the site. */
  readonly site: KnownSite | null;
  /** The content in the form of the proposal, line by line, so that a later file can be compared with it. */
  readonly content: readonly string[];
}

export interface ReadLock {
  readonly files: readonly LockedFile[];
  /** Names of entries that are not as `lock` wrote them. */
  readonly tampered: ReadonlySet<string>;
}

/** A lock's text: files in the order of their names, each with the hash of its own entry, so that locks can be merged. */
export function renderLock(files: readonly LockedFile[]): string {
  const entries = files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => {
      const { name, sha256, site, content } = file;
      return [name, { sha256, site: site && toStored(site), content, integrity: integrityOf(file) }] as const;
    });
  return `${JSON.stringify({ version: VERSION, files: Object.fromEntries(entries) }, null, 2)}\n`;
}

function toStored({ domain, rejected, verified, verifiedAt }: KnownSite) {
  return { domain, rejected, verified, verified_at: verifiedAt };
}

/** Finds entries that were edited; whoever edits on purpose can write the hash, too, so that it replaces no review. */
function integrityOf({ name, sha256, site, content }: LockedFile): string {
  const text = JSON.stringify([name, sha256, site && toStored(site), content]);
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Reads a lock's text. An `InputError` for what is no lock at all; `path` names it. */
export function parseLock(text: string, path: string): ReadLock {
  const value = parseJson(text, path);
  if (!isObject(value) || !isObject(value['files'])) throw new InputError(`${path}: is not a lock`);
  if (value['version'] !== VERSION) {
    throw new InputError(`${path}: has version ${JSON.stringify(value['version'])}; this program reads ${VERSION}`);
  }
  const tampered = new Set<string>();
  const files = Object.entries(value['files']).map(([name, entry]) => {
    const file = parseEntry(name, entry);
    if (!isObject(entry) || entry['integrity'] !== integrityOf(file)) tampered.add(name);
    return file;
  });
  return { files, tampered };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${path}: is not JSON`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is missing or of another kind is left empty: its hash then shows that the entry was edited. */
function parseEntry(name: string, value: unknown): LockedFile {
  const entry = isObject(value) ? value : {};
  const content = Array.isArray(entry['content']) ? entry['content'] : [];
  return {
    name,
    sha256: typeof entry['sha256'] === 'string' ? entry['sha256'] : '',
    site: parseSite(entry['site']),
    content: content.filter((line) => typeof line === 'string'),
  };
}

function parseSite(value: unknown): KnownSite | null {
  if (!isObject(value)) return null;
  const { domain, rejected, verified, verified_at: verifiedAt } = value;
  if (typeof domain !== 'string' || typeof rejected !== 'boolean' || typeof verified !== 'boolean') return null;
  return { domain, rejected, verified, verifiedAt: typeof verifiedAt === 'string' ? verifiedAt : null };
}
