import type { BuiltPage } from './read-built-page.ts';
import { absoluteUrl } from './site-address.ts';

/** Data that identifies the language of a page. */
export interface LocalizedPage {
  readonly url: string;
  /** Path below the site's base, without leading and trailing slashes. */
  readonly path: string;
  readonly page: BuiltPage;
}

/** Pages of one language. */
export interface Locale<Page> {
  /** Folder of the language, such as `de`. Empty for a language at the root. */
  readonly folder: string;
  readonly pages: readonly Page[];
}

const LANGUAGE_FOLDER = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/**
 * Groups pages by language. The default language comes first: that of `hreflang="x-default"`, the homepage, or most
 * pages. Leaves out untranslated pages.
 */
export function divideByLocale<Page extends LocalizedPage>(pages: readonly Page[]): readonly Locale<Page>[] {
  const translated = pages.filter(({ page }) => !isFallback(page));
  const byLanguage = new Map<string, Page[]>();
  for (const page of translated) {
    const language = page.page.lang?.toLowerCase() ?? '';
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), page]);
  }
  const standard = defaultLanguage(translated, byLanguage);
  const locales = [...byLanguage]
    .sort(([a], [b]) => Number(b === standard) - Number(a === standard))
    .map(([language, ofLanguage]) => ({ folder: folderOf(language, ofLanguage), pages: ofLanguage }));
  const [first, ...others] = locales;
  return first === undefined ? [] : [first, ...others.map((locale) => withoutCopies(locale, first))];
}

/**
 * Leaves out untranslated pages of Docusaurus. They have the heading and description of the default language. Keeps
 * the homepage, because the file needs its name and summary.
 */
function withoutCopies<Page extends LocalizedPage>(locale: Locale<Page>, standard: Locale<Page>): Locale<Page> {
  const pathIn = ({ folder }: Locale<Page>, path: string) => path.slice(folder.length).replace(/^\//, '');
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
  const chosen = named ?? pages.find(({ path }) => path === '');
  if (chosen) return chosen.page.lang?.toLowerCase() ?? '';
  const [largest] = [...byLanguage].sort(([, a], [, b]) => b.length - a.length);
  return largest?.[0] ?? '';
}

/** Returns the first folder of the paths if all share it and it is named after the language. */
function folderOf(language: string, pages: readonly LocalizedPage[]): string {
  const [first = ''] = pages[0]?.path.split('/') ?? [];
  const isLanguage = LANGUAGE_FOLDER.test(first) && primaryTag(first) === primaryTag(language);
  return isLanguage && pages.every(({ path }) => path === first || path.startsWith(`${first}/`)) ? first : '';
}

function primaryTag(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}
