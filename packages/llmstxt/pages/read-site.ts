import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltPage, readBuiltPage } from './read-built-page.ts';
import { absoluteUrl, filesOfUrl, type Published, urlOfFile } from './site-address.ts';

export interface SitePage {
  /** File of the page, relative to the folder, with slashes. */
  readonly file: string;
  /** URL of the page, as linked by the site. */
  readonly url: string;
  readonly page: BuiltPage;
}

/** Error pages in any folder or locale, and the search page that MkDocs and Sphinx write into the top folder. */
const NO_PAGE = /(?:^|\/)(?:404|500)(?:\.html|\/index\.html)$|^search\.html$/;

/**
 * Reads the pages of a built folder, without error pages, redirects, pages without a title, noindex pages, lists of
 * tags and authors, and pages with a canonical URL on another site.
 */
export async function readSite(published: Published): Promise<readonly SitePage[]> {
  const files = await htmlFiles(published.folder);
  const read: ReadFile[] = [];
  for (const file of files) {
    read.push({ file, page: readBuiltPage(await readFile(join(published.folder, file), 'utf8')) });
  }
  const addresses = addressesByLinks(read, published);
  const isClean = [...addresses].some(([file, url]) => isWithoutEnding(file, url));
  return read.flatMap(({ file, page }) => {
    const url = canonicalUrl(file, page, published) ?? addresses.get(file) ?? unlinkedUrl(file, isClean, published);
    return isListed(page) && filesOfUrl(url, published) !== null ? [{ file, url, page }] : [];
  });
}

function isListed({ noindex, isIndex, redirects, title, heading }: BuiltPage): boolean {
  return !noindex && !isIndex && !redirects && (title !== null || heading !== null);
}

async function htmlFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !NO_PAGE.test(file) && !/(?:^|\/)node_modules\//.test(file))
    .sort();
}

/** Declared URL of the page. It may be another page's or another site's. */
function canonicalUrl(file: string, { canonical }: BuiltPage, { base }: Published): string | null {
  return canonical === null ? null : absoluteUrl(canonical, urlOfFile(file, base));
}

/** Returns the URL of an unlinked page. `isClean` is true if the site links to other pages without `.html`. */
function unlinkedUrl(file: string, isClean: boolean, { base }: Published): string {
  const url = urlOfFile(file, base);
  return isClean ? url.replace(/\.html$/, '') : url;
}

/** For a file such as `guide.html`, not `guide/index.html`. */
function isWithoutEnding(file: string, url: string): boolean {
  return !file.endsWith('index.html') && !url.endsWith('.html');
}

interface ReadFile {
  readonly file: string;
  readonly page: BuiltPage;
}

/**
 * Returns the most used URL of each file in the site's links, because only the site shows whether its host serves
 * `/guide` or `/guide.html`.
 */
function addressesByLinks(pages: readonly ReadFile[], published: Published): ReadonlyMap<string, string> {
  const known = new Set(pages.map(({ file }) => file));
  const counts = new Map<string, Map<string, number>>();
  for (const { file, page } of pages) {
    for (const href of page.hrefs) {
      // Ignore links within the page.
      if (href.startsWith('#')) continue;
      const url = absoluteUrl(href, urlOfFile(file, published.base))?.replace(/[?#].*$/s, '');
      const target = url && filesOfUrl(url, published)?.find((name) => known.has(name));
      if (!url || !target) continue;
      const ofTarget = counts.get(target) ?? new Map<string, number>();
      counts.set(target, ofTarget.set(url, (ofTarget.get(url) ?? 0) + 1));
    }
  }
  return new Map([...counts].map(([file, urls]) => [file, mostCommon(urls)]));
}

function mostCommon(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0] as const)[0];
}
