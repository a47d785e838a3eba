import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { decodeBody, decodePage } from '../src/index.ts';
import { type BuiltPage, readBuiltPage } from './read-built-page.ts';
import { absoluteUrl, filesOfUrl, type Published, urlOfFile } from './site-address.ts';

export interface FoundPage {
  /** URL of the page, as linked by the site. */
  readonly url: string;
  readonly page: BuiltPage;
  /** True for the start page of the site. */
  readonly isStart: boolean;
}

export interface SitePage extends FoundPage {
  /** File of the page, relative to the folder, with slashes. */
  readonly file: string;
}

/** Error pages in any folder or locale, and the search page that MkDocs and Sphinx write into the top folder. */
const NO_PAGE = /(?:^|\/)(?:404|500)(?:\.html?|\/index\.html?)$|^search\.html$/i;

/** Indexes that Sphinx writes into the top folder. */
const SPHINX_INDEX = /^(?:genindex(?:-\w+)?|\w+-modindex)(?:\.html|\/index\.html)$/;

/** Files in hidden folders, in folders of dependencies, and with the code of modules, which Sphinx writes. */
const SKIPPED = /(?:^|\/)(?:\.[^/]*|node_modules|_modules)\//;

/** Folders of tags and categories at the top of a blog or of its language. */
const TAGS = /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:tags?|categor(?:y|ies))(?:\/|\.html?$)/i;
/** Most letters outside of links, per link, of a list. A list may have a date and an author next to each link. */
const MAX_LETTERS_PER_LINK = 50;

/** Page that shows the sidebar of its folder in other pages, in mdBook and docfx. */
const SIDEBAR_PAGE = /(?:^|\/)toc\.html$/;

/**
 * Reads the pages of a built folder, without error pages, redirects, pages without a title or content, noindex pages, lists of
 * tags, categories and authors, pages with a canonical URL on another site, copies of their canonical page, further pages of a list, and
 * pages of another version of the documentation.
 */
export async function readSite(published: Published): Promise<readonly SitePage[]> {
  const files = await htmlFiles(published.folder);
  const read: ReadFile[] = [];
  for (const file of files) {
    read.push({ file, page: readBuiltPage(decodeBuiltPage(await readFile(join(published.folder, file)))) });
  }
  const byFile = new Map(read.map((one) => [one.file, one]));
  const fileAt = (url: string | null) =>
    (url === null ? null : filesOfUrl(url, published))?.map((name) => byFile.get(name)).find(Boolean) ?? null;
  const addresses = addressesByLinks(read, published, fileAt);
  const isClean = [...addresses].some(([file, url]) => isWithoutEnding(file, url));
  const start = findStart(fileAt, published);
  const isOtherVersion = createVersionCheck(read);
  const sidebars = new Map(
    read.filter(({ file }) => SIDEBAR_PAGE.test(file)).map(({ file, page }) => [dirname(file), page.sidebar]),
  );
  const isKnown = read.some(({ page }) => page.sidebar.length > 0);
  return read.flatMap(({ file, page }) => {
    if (isOtherVersion({ file, page })) return [];
    const declared = canonicalUrl(file, page, published);
    const canonical = fileAt(declared);
    if (canonical !== null && canonical.file !== file && isCopy(page, canonical, fileAt(published.base))) return [];
    const isOnOtherSite = declared !== null && filesOfUrl(declared, published) === null;
    if (isOnOtherSite || continuesList(page, file, fileAt, published)) return [];
    const own = canonical?.file === file ? declared : null;
    const url = own ?? addresses.get(file) ?? unlinkedUrl(file, isClean, published);
    const isStart = file === start?.file;
    if (!(isStart || hasContent(page)) || !isListed(page, file, published)) return [];
    const ofFolder = sidebars.get(dirname(file)) ?? (isKnown ? [] : page.menu);
    const sidebar = page.sidebar.length > 0 ? page.sidebar : ofFolder;
    return [{ file, url, page: { ...page, sidebar }, isStart }];
  });
}

/**
 * Returns a check for pages of an older or unreleased version of Docusaurus. Such a version has a folder with its name, or the folder
 * `next`. The check keeps all versions if each has a folder.
 */
function createVersionCheck(read: readonly ReadFile[]): (page: ReadFile) => boolean {
  const isInFolder = ({ file, page: { version } }: ReadFile) =>
    file.split('/').includes(version?.name === 'current' ? 'next' : (version?.name ?? ''));
  const main = new Map(
    read.flatMap((one) =>
      one.page.version && !isInFolder(one) ? [[one.page.version.docs, one.page.version.name]] : [],
    ),
  );
  return (one) => {
    const { version } = one.page;
    if (version === null || !isInFolder(one)) return false;
    const mainName = main.get(version.docs);
    return mainName !== undefined && mainName !== version.name;
  };
}

/** Decodes a built page. Reads the declared encoding only if the page is not UTF-8. */
function decodeBuiltPage(bytes: Uint8Array): string {
  const { text, damaged } = decodeBody(bytes);
  return damaged ? decodePage(bytes) : text;
}

/** Returns the page of a URL, or null. */
type FileAt = (url: string | null) => ReadFile | null;

/** Most redirects to follow from the site's address. */
const MAX_REDIRECTS = 5;

/** Returns the page at the address of the site, after redirects. */
function findStart(fileAt: FileAt, { base }: Published): ReadFile | null {
  let start = fileAt(base);
  for (let hops = 0; start?.page.redirect && hops < MAX_REDIRECTS; hops++) {
    start = fileAt(absoluteUrl(start.page.redirect, urlOfFile(start.file, base)));
  }
  return start;
}

/**
 * Reports whether a page repeats the page that it declares as canonical. Some themes declare the homepage on every page, with its
 * heading, so only the text shows a copy of the homepage.
 */
function isCopy(page: BuiltPage, canonical: ReadFile, home: ReadFile | null): boolean {
  if (canonical.page.redirect !== null) return false;
  const isSameText = page.text !== '' && page.text === canonical.page.text;
  return isSameText || (canonical !== home && page.heading !== null && page.heading === canonical.page.heading);
}

/** Reports whether a page is a further page of a list, such as `blog/page/2/` after `blog/`. */
function continuesList({ heading, title }: BuiltPage, file: string, fileAt: FileAt, { base }: Published): boolean {
  const path = file.replace(/(?:(^|\/)index)?\.html?$/i, '').replace(/\/$/, '');
  const [end, word] = /(?:^|\/)(page[-/]?)?\d+$/.exec(path) ?? [];
  const first = end === undefined ? undefined : fileAt(urlOfFile(path.slice(0, -end.length), base))?.page;
  if (first === undefined || heading !== first.heading) return false;
  return word !== undefined || title === first.title;
}

/** Reports whether a page says more than its title. Frameworks write other pages for their scripts, such as `index.csr.html`. */
function hasContent({ heading, description, text }: BuiltPage): boolean {
  return heading !== null || description !== null || text !== '';
}

/** Reports whether a page lists the pages of a tag or a category. A page about tags has more text. */
function isTagList({ text }: BuiltPage, file: string): boolean {
  if (!TAGS.test(file)) return false;
  const others = text.replace(/^#.*$/gm, '').split(/\[[^[\]]*\]\([^()]*\)/);
  const letters = others.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters <= MAX_LETTERS_PER_LINK * (others.length - 1);
}

/** Reports whether a page is listed. A page that redirects to itself only reloads, so it is listed. */
function isListed(page: BuiltPage, file: string, { base }: Published): boolean {
  const { noindex, isIndex, redirect, title, heading } = page;
  const url = urlOfFile(file, base);
  const leaves = redirect !== null && absoluteUrl(redirect, url) !== url;
  return !noindex && !isIndex && !isTagList(page, file) && !leaves && (title !== null || heading !== null);
}

async function htmlFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.html?$/i.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => ![NO_PAGE, SPHINX_INDEX, SKIPPED].some((pattern) => pattern.test(file)))
    .sort();
}

/**
 * Returns the declared URL of the page, with the scheme of the base. The URL may belong to another page, another site or no file.
 */
function canonicalUrl(file: string, { canonical }: BuiltPage, { base }: Published): string | null {
  const declared = canonical === null ? null : absoluteUrl(canonical, urlOfFile(file, base));
  return declared?.replace(/^https?:/, new URL(base).protocol) ?? null;
}

/** Returns the URL of an unlinked page. `isClean` is true if the site links to other pages without `.html`. */
function unlinkedUrl(file: string, isClean: boolean, { base }: Published): string {
  const url = urlOfFile(file, base);
  return isClean ? url.replace(/\.html$/i, '') : url;
}

/** Reports whether a URL omits the file ending, as for `guide.html`, but not for `guide/index.html`. */
function isWithoutEnding(file: string, url: string): boolean {
  return !/(?:^|\/)index\.html?$/i.test(file) && !/\.html?$/i.test(url);
}

interface ReadFile {
  readonly file: string;
  readonly page: BuiltPage;
}

/**
 * Returns the most used URL of each file in the site's links, because only the site shows whether its host serves
 * `/guide` or `/guide.html`.
 */
function addressesByLinks(
  pages: readonly ReadFile[],
  { base }: Published,
  fileAt: FileAt,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { file, page } of pages) {
    const own = urlOfFile(file, base);
    for (const href of page.hrefs) {
      // Ignore links within the page.
      const url = href.startsWith('#') ? null : absoluteUrl(href, own);
      if (url !== null) counts.set(url, (counts.get(url) ?? 0) + 1);
    }
  }
  // Find the file of each URL once, because every page of a site links to most pages.
  const byFile = new Map<string, Map<string, number>>();
  for (const [written, count] of counts) {
    const url = written.replace(/[?#].*$/s, '');
    const target = fileAt(url)?.file;
    if (target === undefined) continue;
    const urls = byFile.get(target) ?? new Map<string, number>();
    byFile.set(target, urls.set(url, (urls.get(url) ?? 0) + count));
  }
  return new Map([...byFile].map(([file, urls]) => [file, mostCommon(urls)]));
}

function mostCommon(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0] as const)[0];
}
