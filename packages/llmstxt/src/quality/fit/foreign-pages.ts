import { isSameSite } from '../../answer/same-site.ts';
import { parseUrl } from '../../parser/parse-url.ts';
import { meaningUnits, weightOfAll } from '../meaning.ts';
import type { Page } from '../pages.ts';
import { countUnits } from './index-units.ts';
import type { ReadPage } from './read-page.ts';

/** Share of a page's words that pages of this site must contain. A page with a smaller share belongs to another site. */
const MIN_SHARED = 0.45;
/**
 * Share of its words that this many pages of any site must contain. In a list of other sites, such words name its
 * subject.
 */
const MIN_COMMON = 0.4;
const MIN_PAGES = 4;
/** Fewest pages that show the subject of a file. */
const MIN_FILE = 10;
/** Fewest foreign pages that count, as a number and as a share. A word of few pages may be missing by chance. */
const MIN_FOREIGN = 4;
const MIN_SHARE_FOREIGN = 0.1;
/** Matches a URL that ends with a code, as URLs of shorteners do. */
const CODE = /\/(?=\w*(?:\d|[a-z][A-Z]))[a-zA-Z\d]{4,}\/?$/;
/** Largest share of pages of other sites with such URLs. Good files have at most 0.15. */
const MAX_CODED = 0.3;
/** Fewest words of a page that can be judged. */
const MIN_UNITS = 3;
/** Fewest words that a page must share with the introduction. */
const MIN_OF_INTRODUCTION = 2;

/** Finds pages of other sites that share no subject with this site, or whose URLs end with a code. */
export function foreignPages(
  pages: readonly ReadPage[],
  fileUrl: string | null,
  title: readonly string[],
  introduction: ReadonlySet<string>,
): ReadonlySet<Page> {
  const host = fileUrl === null ? undefined : parseUrl(fileUrl)?.hostname;
  if (host === undefined || pages.length < MIN_FILE) return new Set();
  const others = new Set(pages.map((page) => page.host));
  for (const other of others) if (other === null || isSameSite(other, host)) others.delete(other);
  if (others.size === 0) return new Set();
  const name = new Set([...title, ...meaningUnits(toName(host))]);
  const own = countUnits(
    pages.filter((page) => !others.has(page.host)),
    ({ units }) => units,
  );
  const all = countUnits(pages, ({ units }) => units);
  const belongs = (page: ReadPage): boolean => {
    if (page.units.size < MIN_UNITS) return true;
    const units = [...page.units, ...meaningUnits(toName(page.host ?? ''))];
    const count = (known: Pick<ReadonlySet<string>, 'has'>) => units.filter((unit) => known.has(unit)).length;
    if (count(name) > 0 || count(introduction) >= MIN_OF_INTRODUCTION) return true;
    // Where units overlap, every other unit consists of parts of two words.
    const weight = weightOfAll(units);
    const frequent = units.filter((unit) => (all.get(unit) ?? 0) >= MIN_PAGES).length;
    return count(own) >= weight * MIN_SHARED || frequent >= weight * MIN_COMMON;
  };
  const onOthers = pages.filter((page) => others.has(page.host));
  // A profile on a social network ends with the name of the site, which may contain a number.
  const coded = onOthers.filter(
    ({ page, path }) => CODE.test(page.target) && ![...path].some((unit) => name.has(unit)),
  );
  const foreign = onOthers.filter((page) => !belongs(page));
  const counted = [
    ...(coded.length > pages.length * MAX_CODED ? coded : []),
    ...(foreign.length < Math.max(MIN_FOREIGN, pages.length * MIN_SHARE_FOREIGN) ? [] : foreign),
  ];
  return new Set(counted.map(({ page }) => page));
}

/** Returns a host without the parts that all hosts have. */
function toName(host: string): string {
  return host.replace(/^www\.|\.[^.]+$/g, '');
}
