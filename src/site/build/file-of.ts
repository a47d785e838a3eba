import { createHash } from 'node:crypto';

/** Bytes of a file name that every common file system takes. */
const MAX_NAME_BYTES = 255;
/** Enough of the SHA-256 of a name that no two are the same. */
const HASH_CHARACTERS = 32;

/** The file of a page: `/domain/a.example` is `domain/a.example.html`, which static hosts serve under the page's path. */
export function htmlFileOf(path: string): string {
  return path === '/' ? 'index.html' : withShortName(`${path.slice(1)}.html`);
}

/** The file of anything that has its own extension. */
export function fileOf(path: string): string {
  return withShortName(path.slice(1));
}

/** A domain may have 253 characters, which leaves no room for an extension: such a name is cut, and its hash tells it apart. */
function withShortName(file: string): string {
  const at = file.lastIndexOf('/') + 1;
  const name = file.slice(at);
  if (name.length <= MAX_NAME_BYTES) return file;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARACTERS);
  const extension = name.slice(name.lastIndexOf('.'));
  return `${file.slice(0, at)}${name.slice(0, MAX_NAME_BYTES - HASH_CHARACTERS - 1 - extension.length)}~${hash}${extension}`;
}
