import { isAbsolute, relative, resolve } from 'node:path';
import { parseUrl } from '../src/parser/parse-url.ts';

export interface Published {
  readonly folder: string;
  /** URL of the folder, with a trailing slash. */
  readonly base: string;
}

/** Returns the folder with its URL. Returns null if `base` is not an http(s) URL without user name, query and fragment. */
export function parsePublished(folder: string, base: string): Published | null {
  if (!URL.canParse(base)) return null;
  const url = new URL(base);
  if (!/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') return null;
  return { folder: resolve(folder), base: url.href.replace(/\/*$/, '/') };
}

/**
 * Returns the files that a static host may serve for a URL, relative to the folder, or null if the URL is not below
 * the base.
 */
export function filesOfUrl(url: string, { folder, base }: Published): readonly string[] | null {
  const { href, pathname } = new URL(url);
  const below = `${href.replace(/[?#].*$/s, '')}/`.startsWith(base);
  if (!below) return null;
  const path = decodePath(pathname).slice(decodePath(new URL(base).pathname).length);
  const inside = relative(folder, resolve(folder, path));
  if (inside.startsWith('..') || isAbsolute(inside)) return null;
  const name = inside.replaceAll('\\', '/');
  const index = name === '' ? 'index.html' : `${name}/index.html`;
  const oldIndex = index.replace(/l$/, '');
  const page = `${name}.html`;
  return path === '' || path.endsWith('/') ? [index, page, oldIndex] : [name, page, index, oldIndex];
}

/**
 * Returns the URL of a page by its file: `guide/` for `guide/index.html`, and `guide.html` for itself, as on
 * every host.
 */
export function urlOfFile(file: string, base: string): string {
  const path = file.replace(/(^|\/)index\.html$/, '$1');
  return new URL(path.split('/').map(encodeURIComponent).join('/'), base).href;
}

/** Resolves a URL written on the page `url`. Returns null if the written URL is invalid. */
export function absoluteUrl(href: string, url: string): string | null {
  return parseUrl(href, url)?.href ?? null;
}

/** Decodes the escapes of a path. Returns a path with a broken escape unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
