import { createHash } from 'node:crypto';
import { InputError, isUrl } from '../input.ts';
import { isObject, parseJson } from '../parse-json.ts';

export const LOCK_NAME = 'llms.lock';
const VERSION = 1;

export interface KnownSite {
  readonly domain: string;
  /** True if no list shows the site, because of a decision or an opt-out. */
  readonly rejected: boolean;
  readonly verified: boolean;
  /** RFC 3339 time, or null without a verified owner. */
  readonly verifiedAt: string | null;
}

export interface LockedFile {
  /** A URL, or a path relative to the lock's folder, with forward slashes. */
  readonly name: string;
  /** SHA-256 of the read bytes, in hex. */
  readonly sha256: string;
  /** Null for a file on disk, without a directory, or for an unknown site. */
  readonly site: KnownSite | null;
  /** Lines of the content in the form of the proposal, to compare later. */
  readonly content: readonly string[];
}

export interface ReadLock {
  readonly files: readonly LockedFile[];
  readonly tampered: ReadonlySet<string>;
}

/** Renders a lock: files by name, each with the hash of its entry, so that locks can be merged. */
export function renderLock(files: readonly LockedFile[]): string {
  const entries = files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => {
      const { name, sha256, site, content } = file;
      return [name, { sha256, site: site && toStored(site), content, integrity: computeIntegrity(file) }] as const;
    });
  return `${JSON.stringify({ version: VERSION, files: Object.fromEntries(entries) }, null, 2)}\n`;
}

function toStored({ domain, rejected, verified, verifiedAt }: KnownSite) {
  return { domain, rejected, verified, verified_at: verifiedAt };
}

/** Finds edited entries. An attacker can also write the hash, so it does not replace a review. */
function computeIntegrity({ name, sha256, site, content }: LockedFile): string {
  const text = JSON.stringify([name, sha256, site && toStored(site), content]);
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Parses a lock. Throws an `InputError` for other text. `path` names the file in errors. */
export function parseLock(text: string, path: string): ReadLock {
  const value = parseJson(text, path);
  if (!isObject(value) || !isObject(value['files'])) throw new InputError(`${path}: is not a lock`);
  if (value['version'] !== VERSION) {
    throw new InputError(`${path}: has version ${JSON.stringify(value['version'])}, but this program reads ${VERSION}`);
  }
  const wrong = Object.keys(value['files']).find((name) => isUrl(name) && !URL.canParse(name));
  if (wrong !== undefined) throw new InputError(`${path}: '${wrong}' is not a URL`);
  const tampered = new Set<string>();
  const files = Object.entries(value['files']).map(([name, entry]) => {
    const file = parseEntry(name, entry);
    if (!isObject(entry) || entry['integrity'] !== computeIntegrity(file)) tampered.add(name);
    return file;
  });
  return { files, tampered };
}

/** Parses an entry. Missing or invalid members stay empty, so the hash shows that the entry was edited. */
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
