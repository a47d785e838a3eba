import type { Site } from '../../search/rank-sites.ts';
import type { IndexedSites } from '../search-manifest.ts';
import type { IndexFiles } from './index-files.ts';
import { type IndexPart, openPart } from './index-part.ts';
import { partsWith } from './word-table.ts';

/** An index and the sites that it knows, each under one number in the whole list. */
export interface ListPart {
  /** Those that are still so. */
  readonly sites: readonly Site[];
  /** Opened at the first call. */
  open(): Promise<IndexPart>;
  /** Null where it is outdated. */
  siteAt(place: number): Site | null;
  placeOf(site: Site): number;
}

/** The list of the directory, as far as it is known without asking an index. */
export interface IndexedList {
  /** In list order, behind what has changed since they were made. */
  readonly parts: readonly ListPart[];
  /** The parts that may hold one of these lexemes, or a site whose name begins so; the others hold none. */
  partsWith(lexemes: readonly string[], nameStart: string | null): Promise<readonly ListPart[]>;
  partOf(site: Site): ListPart;
  readonly size: number;
  /** Less than 0 where the first comes first in the list. */
  compare(a: Site, b: Site): number;
  isVerified(site: Site): boolean;
  isFeatured(site: Site): boolean;
  authorityOf(site: Site): number | null;
}

export function indexedList({
  manifest: { parts, recent, wordTable },
  instanceOf,
  readWords,
}: IndexFiles): IndexedList {
  const numbered: { part: ListPart; first: Site; end: Site }[] = [];
  const authorities: (number | null)[] = [];
  const verified: boolean[] = [];
  const featured: boolean[] = [];
  const order: number[] = [];
  const add = (indexed: IndexedSites, outdated: readonly number[], orderOf: (place: number) => number) => {
    const first = authorities.length;
    const own = indexed.authorities.flatMap(([authority, sites]) => Array.from({ length: sites }, () => authority));
    for (const [place, authority] of own.entries()) {
      authorities.push(authority);
      verified.push(place < indexed.verified);
      order.push(orderOf(place));
    }
    featured.push(...indexed.featured.flatMap((sites, at) => Array.from({ length: sites }, () => at % 2 === 1)));
    const gone = new Set(outdated);
    let opened: Promise<IndexPart> | null = null;
    const part: ListPart = {
      sites: own.flatMap((_, place) => (gone.has(place) ? [] : first + place)),
      open() {
        opened ??= openPart(instanceOf(indexed.folder));
        return opened;
      },
      siteAt: (place) => (gone.has(place) ? null : first + place),
      placeOf: (site) => site - first,
    };
    numbered.push({ part, first, end: first + own.length });
  };
  for (const part of parts) {
    const before = order.length;
    add(part, part.outdated, (place) => before + place);
  }
  // Between the sites of the parts.
  if (recent) add(recent, [], (place) => (recent.after[place] ?? 0) - 0.5);
  const inOrder = numbered.map(({ part }) => part);
  const changed = recent ? inOrder.splice(-1) : [];
  return {
    parts: [...changed, ...inOrder],
    async partsWith(lexemes, nameStart) {
      // Without the table, each part is asked.
      const held = wordTable && (await partsWith(wordTable, readWords, lexemes, nameStart).catch(() => null));
      return [...changed, ...inOrder.filter((_, place) => held?.has(place) ?? true)];
    },
    partOf(site) {
      const found = numbered.find(({ end }) => site < end);
      if (!found) throw new RangeError(`there is no site ${site}`);
      return found.part;
    },
    size: numbered.reduce((sum, { part }) => sum + part.sites.length, 0),
    compare: (a, b) => (order[a] ?? 0) - (order[b] ?? 0) || a - b,
    isFeatured: (site) => featured[site] ?? false,
    isVerified: (site) => verified[site] ?? false,
    authorityOf: (site) => authorities[site] ?? null,
  };
}
