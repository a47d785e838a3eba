import { isSameSite } from '../../answer/same-site.ts';
import { parseUrl } from '../../parser/parse-url.ts';
import { meaningUnits } from '../meaning.ts';
import { type ReadPage, unitsOf } from './read-page.ts';

/** The share of its words that a page of another site has in common with pages of this one, to belong to it. */
const MIN_SHARED = 0.45;
/** The same of words that so many pages have, whosever they are: in a list of other sites they say what it is about. */
const MIN_COMMON = 0.4;
const MIN_PAGES = 4;
/** In a smaller file the pages have too few words to tell what it is about. */
const MIN_FILE = 10;
/** Of fewer words nobody can tell. */
const MIN_UNITS = 3;
/** Words in common with the introduction. */
const MIN_OF_INTRODUCTION = 2;

/** The pages of other sites that have nothing in common with this one. */
export function foreignPages(
  pages: readonly ReadPage[],
  fileUrl: string | null,
  title: string,
  introduction: ReadonlySet<string>,
): ReadonlySet<ReadPage> {
  const host = fileUrl === null ? undefined : parseUrl(fileUrl)?.hostname;
  if (host === undefined || pages.length < MIN_FILE) return new Set();
  const hosts = new Set(pages.map((page) => page.host));
  const others = new Set([...hosts].filter((other) => other !== null && !isSameSite(other, host)));
  if (others.size === 0) return new Set();
  const name = new Set(meaningUnits(`${title} ${nameOf(host)}`));
  const own = new Set<string>();
  const counts = new Map<string, number>();
  const elsewhere: (readonly [page: ReadPage, units: ReadonlySet<string>])[] = [];
  for (const page of pages) {
    const units = unitsOf(page);
    const isOwn = !others.has(page.host);
    if (!isOwn) elsewhere.push([page, units]);
    for (const unit of units) {
      if (isOwn) own.add(unit);
      counts.set(unit, (counts.get(unit) ?? 0) + 1);
    }
  }
  const belongs = ({ host }: ReadPage, said: ReadonlySet<string>): boolean => {
    if (said.size < MIN_UNITS) return true;
    const units = [...said, ...meaningUnits(nameOf(host ?? ''))];
    const count = (holds: (unit: string) => boolean) => units.filter(holds).length;
    return (
      units.some((unit) => name.has(unit)) ||
      count((unit) => introduction.has(unit)) >= MIN_OF_INTRODUCTION ||
      count((unit) => own.has(unit)) >= units.length * MIN_SHARED ||
      count((unit) => (counts.get(unit) ?? 0) >= MIN_PAGES) >= units.length * MIN_COMMON
    );
  };
  return new Set(elsewhere.flatMap(([page, units]) => (belongs(page, units) ? [] : [page])));
}

/** Without what all hosts have. */
function nameOf(host: string): string {
  return host.replace(/^www\.|\.[^.]+$/g, '');
}
