import { toSegments } from './site-url.ts';

/** ISO 639-1 codes that sites use as path prefixes. */
const CODES = new Set(
  (
    'ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml ' +
    'mn mr ms my nb ne nl no pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh'
  ).split(' '),
);

/** Returns the lowercase language prefix of a path (`de`, `pt-br`), or null. */
export function languagePrefix(url: string): string | null {
  const first = toSegments(url)[0]?.toLowerCase().replaceAll('_', '-') ?? '';
  const [, code = '', region] = /^([a-z]{2})(?:-([a-z]{2,4}|419))?$/.exec(first) ?? [];
  return CODES.has(code) || (region && CODES.has(region)) ? first : null;
}

/** Returns the language of a path, as its prefix or at its end as in language menus (`/site/pt-br`). */
function findLanguage(url: string): string | null {
  const last = toSegments(url).at(-1);
  return languagePrefix(url) ?? (last === undefined ? null : languagePrefix(`https://site.example/${last}`));
}

/** Returns the language of a tag without its region, such as `en` of `en-GB`. */
export function primaryTag(tag: string | null): string | null {
  return tag?.toLowerCase().split(/[-_]/)[0] ?? null;
}

/**
 * Reports whether the language of pages differs from the homepage's language. A single two-letter folder may be a topic (`/it/`),
 * so it counts as a language only if there is another, or the homepage is in one.
 */
export function otherLanguage(
  urls: readonly string[],
  homepageUrl: string,
  language: string | null,
): (url: string) => boolean {
  const own = languagePrefix(homepageUrl);
  const ownCode = primaryTag(own ?? language);
  const languages = new Set(urls.map(findLanguage).filter((found) => found !== null));
  if (own === null && languages.size < 2) return () => false;
  // Pages outside the language menu have the default language.
  if (ownCode === null) {
    const isMenu = languages.size > 2 && urls.some((url) => findLanguage(url) === null);
    return (url) => isMenu && findLanguage(url) !== null;
  }
  return (url) => {
    const pageLanguage = findLanguage(url);
    if (pageLanguage === null) return false;
    return own === null ? pageLanguage.split('-')[0] !== ownCode : pageLanguage !== own;
  };
}

/** Headings for pages without a group, by language. */
const PAGES: Readonly<Record<string, string>> = {
  ar: 'الصفحات',
  cs: 'Stránky',
  da: 'Sider',
  de: 'Seiten',
  el: 'Σελίδες',
  en: 'Pages',
  es: 'Páginas',
  fi: 'Sivut',
  fr: 'Pages',
  he: 'דפים',
  hi: 'पृष्ठ',
  hu: 'Oldalak',
  id: 'Halaman',
  it: 'Pagine',
  ja: 'ページ',
  ko: '페이지',
  lv: 'Lapas',
  nb: 'Sider',
  nl: 'Pagina’s',
  no: 'Sider',
  pl: 'Strony',
  pt: 'Páginas',
  ro: 'Pagini',
  ru: 'Страницы',
  sk: 'Stránky',
  sv: 'Sidor',
  th: 'หน้า',
  tr: 'Sayfalar',
  uk: 'Сторінки',
  vi: 'Trang',
  zh: '页面',
};

/** Returns the heading for pages without a group, or null for an unknown language. */
export function wordForPages(language: string | null): string | null {
  return PAGES[primaryTag(language) ?? 'en'] ?? null;
}
