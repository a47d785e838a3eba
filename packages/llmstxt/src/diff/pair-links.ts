import { isSameText } from './same-text.ts';

/** A link and the section that it stands in; null before the sections. */
export interface PlacedLink {
  readonly url: string;
  readonly title: string;
  readonly notes: string | null;
  readonly section: string | null;
}

/** The same link before and after; null where it is missing. */
export interface LinkPair {
  readonly was: PlacedLink | null;
  readonly is: PlacedLink | null;
}

/** What two links of one address have in common, the most telling first: a file may name an address many times. */
const LIKENESS: readonly ((was: PlacedLink, is: PlacedLink) => boolean)[] = [
  (was, is) => was.section === is.section && isSameText(was.title, is.title) && isSameText(was.notes, is.notes),
  (was, is) => was.section === is.section && isSameText(was.title, is.title),
  (was, is) => was.section === is.section,
  (was, is) => isSameText(was.title, is.title),
  () => true,
];

/** Links by address: each with its likest of the other version, in the order of `before`, then those that are new. */
export function pairLinks(before: readonly PlacedLink[], after: readonly PlacedLink[]): readonly LinkPair[] {
  const pairs = new Map<PlacedLink, PlacedLink>();
  const found = new Set<PlacedLink>();
  const afterByUrl = byUrl(after);
  for (const [url, olds] of byUrl(before)) {
    const news = afterByUrl.get(url) ?? [];
    for (const isLike of LIKENESS) {
      for (const was of olds) {
        if (found.size === after.length || pairs.has(was)) continue;
        const is = news.find((candidate) => !found.has(candidate) && isLike(was, candidate));
        if (is === undefined) continue;
        pairs.set(was, is);
        found.add(is);
      }
    }
  }
  return [
    ...before.map((was) => ({ was, is: pairs.get(was) ?? null })),
    ...after.filter((is) => !found.has(is)).map((is) => ({ was: null, is })),
  ];
}

function byUrl(links: readonly PlacedLink[]): ReadonlyMap<string, readonly PlacedLink[]> {
  const found = new Map<string, PlacedLink[]>();
  for (const link of links) {
    const same = found.get(link.url);
    if (same === undefined) found.set(link.url, [link]);
    else same.push(link);
  }
  return found;
}
