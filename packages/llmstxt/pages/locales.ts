import { primaryTag } from '../src/draft/page-language.ts';
import type { BuiltPage } from './read-built-page.ts';
import type { FoundPage } from './read-site.ts';
import { absoluteUrl } from './site-address.ts';

export interface LocalizedPage extends FoundPage {
  /** Path below the site's base, without leading and trailing slashes. */
  readonly path: string;
}

export interface Locale<Page> {
  /** Folder of the language, such as `de`. Empty for a language at the root. */
  readonly folder: string;
  readonly pages: readonly Page[];
}

const LANGUAGE_FOLDER = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/**
 * Groups pages by language. The default language comes first: that of `hreflang="x-default"`, the homepage, or most
 * pages. The default language also gets pages of another or no declared language that translate none of its pages.
 * Leaves out untranslated pages.
 */
export function divideByLocale<Page extends LocalizedPage>(pages: readonly Page[]): readonly Locale<Page>[] {
  const translated = pages.filter(({ page }) => !isFallback(page));
  const byLanguage = groupBy(translated, findLanguage);
  const standard = defaultLanguage(translated, byLanguage);
  const isStandard = (page: Page) => primaryTag(findLanguage(page)) === primaryTag(standard);
  const urls = new Set(translated.filter(isStandard).map(({ url }) => url));
  const merged = groupBy(translated, (page) => {
    const language = findLanguage(page);
    return language === standard || isTranslation(page, language, standard, urls) ? language : standard;
  });
  const locales = [...merged]
    .sort(([a], [b]) => Number(b === standard) - Number(a === standard))
    .map(([language, ofLanguage]) => ({
      folder: findFolder(language, byLanguage.get(language) ?? []),
      pages: ofLanguage,
    }));
  const [first, ...others] = locales;
  return first === undefined ? [] : [first, ...others.map((locale) => withoutCopies(locale, first))];
}

function groupBy<Page>(pages: readonly Page[], keyOf: (page: Page) => string): ReadonlyMap<string, readonly Page[]> {
  const groups = new Map<string, Page[]>();
  for (const page of pages) groups.set(keyOf(page), [...(groups.get(keyOf(page)) ?? []), page]);
  return groups;
}

/** Returns the language of a page. `hreflang` has priority, because some themes write one `lang` for all pages. */
function findLanguage({ url, page: { alternates, lang } }: LocalizedPage): string {
  const own = alternates.find(({ href }) => absoluteUrl(href, url) === url);
  return own?.lang ?? lang?.toLowerCase() ?? '';
}

/** Reports whether a page links to a page of the default language, or has its own language in its path, such as `guide.de.html`. */
function isTranslation(
  { url, path, page }: LocalizedPage,
  language: string,
  standard: string,
  standardUrls: ReadonlySet<string>,
): boolean {
  const others = page.alternates.map(({ href }) => absoluteUrl(href, url) ?? '').filter((other) => other !== url);
  const linked = others.some((other) => standardUrls.has(other));
  const named = path.split(/[/.]/).some((part) => LANGUAGE_FOLDER.test(part) && isOfLanguage(part, language, standard));
  return linked || named;
}

/**
 * Reports whether a path segment names a language. A variant of the default language, such as `zh-tw`, needs its region to be
 * another language.
 */
function isOfLanguage(part: string, language: string, standard: string): boolean {
  if (primaryTag(part) !== primaryTag(language)) return false;
  return primaryTag(part) !== primaryTag(standard) || (part.includes('-') && part.toLowerCase() !== standard);
}

/**
 * Leaves out untranslated pages of Docusaurus, which have the heading and description of the default language. Keeps
 * the homepage, because the file needs its name and summary.
 */
function withoutCopies<Page extends LocalizedPage>(locale: Locale<Page>, standard: Locale<Page>): Locale<Page> {
  const pathIn = ({ folder }: Locale<Page>, path: string) => pathBelow(path, folder);
  const originals = new Map(standard.pages.map(({ path, page }) => [pathIn(standard, path), page]));
  const isCopy = ({ path, page: { heading, description } }: Page) => {
    const original = originals.get(pathIn(locale, path));
    return description !== null && original?.description === description && original.heading === heading;
  };
  const isListed = (page: Page) => page.path === locale.folder || !isCopy(page);
  return { ...locale, pages: locale.pages.every(isCopy) ? [] : locale.pages.filter(isListed) };
}

function isFallback({ lang, contentLang }: BuiltPage): boolean {
  return lang !== null && contentLang !== null && primaryTag(lang) !== primaryTag(contentLang);
}

function defaultLanguage<Page extends LocalizedPage>(
  pages: readonly Page[],
  byLanguage: ReadonlyMap<string, readonly Page[]>,
): string {
  const named = pages.find(({ url, page }) => page.defaultUrl !== null && absoluteUrl(page.defaultUrl, url) === url);
  const chosen = named ?? pages.find(({ isStart }) => isStart);
  if (chosen) return findLanguage(chosen);
  const [largest] = [...byLanguage].sort(([, a], [, b]) => b.length - a.length);
  return largest?.[0] ?? '';
}

/** Returns the first folder of the paths if all share it and it is named after the language. */
function findFolder(language: string, pages: readonly LocalizedPage[]): string {
  const [first = ''] = pages[0]?.path.split('/') ?? [];
  const isLanguage = LANGUAGE_FOLDER.test(first) && primaryTag(first) === primaryTag(language);
  return isLanguage && pages.every(({ path }) => path === first || path.startsWith(`${first}/`)) ? first : '';
}

/** Returns the path within a folder. A path outside of the folder stays. */
export function pathBelow(path: string, folder: string): string {
  return path === folder || path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
