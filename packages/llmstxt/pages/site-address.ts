import { isAbsolute, relative, resolve } from 'node:path';

/** Where a folder of built files is published. */
export interface Published {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** URL of the folder, with a slash at its end. */
  readonly base: string;
}

/** The folder and its URL. Null if `base` is not an http(s) URL without query and fragment. */
export function parsePublished(folder: string, base: string): Published | null {
  if (!URL.canParse(base)) return null;
  const url = new URL(base);
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return null;
  return { folder: resolve(folder), base: url.href.replace(/\/*$/, '/') };
}

/** Files that a static host may answer a URL with, relative to the folder; null if the URL is not below the base. */
export function filesOfUrl(url: string, { folder, base }: Published): readonly string[] | null {
  const { href, pathname } = new URL(url);
  const below = `${href.replace(/[?#].*$/s, '')}/`.startsWith(base);
  if (!below) return null;
  const path = decodePath(pathname).slice(decodePath(new URL(base).pathname).length);
  const inside = relative(folder, resolve(folder, path));
  if (inside.startsWith('..') || isAbsolute(inside)) return null;
  const name = inside.replaceAll('\\', '/');
  const index = name === '' ? 'index.html' : `${name}/index.html`;
  return path === '' || path.endsWith('/') ? [index, `${name}.html`] : [name, `${name}.html`, index];
}

/** The URL of a page by its file alone: `guide/index.html` is `guide/`, and `guide.html` is itself, as every host serves it. */
export function urlOfFile(file: string, base: string): string {
  const path = file.replace(/(^|\/)index\.html$/, '$1');
  return new URL(path.split('/').map(encodeURIComponent).join('/'), base).href;
}

/** The absolute form of an address as written on the page `url`; null for what is no address. */
export function absoluteUrl(href: string, url: string): string | null {
  return URL.canParse(href, url) ? new URL(href, url).href : null;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
