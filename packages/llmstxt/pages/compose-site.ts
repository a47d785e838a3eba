import { composeFile, composeFullFile, type FileOptions, isUnder, type PlacedPage, pagePath } from './compose-file.ts';
import { divideByLocale, type Locale, pathBelow } from './locales.ts';
import type { FoundPage } from './read-site.ts';
import { decodePath } from './site-address.ts';

export interface SiteOptions extends FileOptions {
  /** Path prefixes of pages to leave out, in addition to error pages and noindex pages. */
  readonly exclude?: readonly string[] | undefined;
  /** Also creates a file per further language, in its folder. By default, only the default language has a file. */
  readonly locales?: boolean | undefined;
  /** Also creates `llms-full.txt` with the text of all pages. */
  readonly full?: boolean | undefined;
}

export interface ComposedFile {
  readonly name: string;
  readonly text: string;
  readonly pages: number;
}

/** Creates the files of a site from its pages. `base`: URL of the site, with a trailing slash. */
export function composeSite(found: readonly FoundPage[], options: SiteOptions, base: string): readonly ComposedFile[] {
  const { exclude = [] } = options;
  const pages = found
    .map((page) => ({ ...page, path: toPath(page.url, base) }))
    .filter(({ path }) => !exclude.some((start) => isUnder(path, start)));
  const [standard = { folder: '', pages: [] }, ...others] = divideByLocale(pages);
  const shared = sharedDescriptions([standard, ...others].flatMap((locale) => locale.pages));
  return [
    ...composeLocale({ ...standard, folder: '' }, standard.folder, options, base, shared),
    ...(options.locales ? others : []).flatMap((locale) =>
      locale.folder === '' || locale.pages.length === 0
        ? []
        : composeLocale(locale, locale.folder, withoutOwnWords(options), base, shared),
    ),
  ];
}

/** Returns the descriptions of several pages. Such descriptions describe the site, not a page. */
function sharedDescriptions(pages: readonly FoundPage[]): ReadonlySet<string> {
  const descriptions = new Set<string>();
  const shared = new Set<string>();
  for (const { description } of pages.map(({ page }) => page)) {
    if (description !== null) (descriptions.has(description) ? shared : descriptions).add(description);
  }
  return shared;
}

/** Removes the author's name and summary, which apply to the default language only. */
function withoutOwnWords({ title: _, summary: __, ...options }: SiteOptions): SiteOptions {
  return options;
}

function composeLocale(
  { folder, pages }: Locale<PlacedPage>,
  root: string,
  options: SiteOptions,
  base: string,
  shared: ReadonlySet<string>,
): ComposedFile[] {
  const placed = pages.map((page) => ({ ...page, path: pathBelow(page.path, root) }));
  const prefix = folder === '' ? '' : `${folder}/`;
  const files = [{ name: `${prefix}llms.txt`, text: composeFile(placed, options, base, shared), pages: placed.length }];
  if (!options.full) return files;
  return [
    ...files,
    { name: `${prefix}llms-full.txt`, text: composeFullFile(placed, options, base), pages: placed.length },
  ];
}

function toPath(url: string, base: string): string {
  return pagePath(decodePath(new URL(url).pathname.slice(new URL(base).pathname.length - 1)));
}
