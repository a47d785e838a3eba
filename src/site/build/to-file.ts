import { createHash } from 'node:crypto';

/** Longest file name of common file systems, in bytes. */
const MAX_NAME_BYTES = 255;
const HASH_CHARACTERS = 32;

/** Returns the file of a page. `/domain/a.example` has `domain/a.example.html`, which static hosts serve at the page's path. */
export function toHtmlFile(path: string): string {
  return path === '/' ? 'index.html' : withShortName(`${path.slice(1)}.html`);
}

export function toFile(path: string): string {
  return withShortName(path.slice(1));
}

/** Cuts a long name and adds its hash, because a domain of 253 characters leaves no room for an extension. */
function withShortName(file: string): string {
  const at = file.lastIndexOf('/') + 1;
  const name = file.slice(at);
  if (name.length <= MAX_NAME_BYTES) return file;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARACTERS);
  const extension = name.slice(name.lastIndexOf('.'));
  return `${file.slice(0, at)}${name.slice(0, MAX_NAME_BYTES - HASH_CHARACTERS - 1 - extension.length)}~${hash}${extension}`;
}
