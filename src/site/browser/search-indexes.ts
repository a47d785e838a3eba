import { parseSearchQuery } from '../../search/search-query.ts';
import { FIRST_PARTS } from '../search-manifest.ts';
import { domainOfQuery } from './domain-of-query.ts';
import type { Find, Found, Hit, SearchRequest } from './find.ts';
import { findMatches, type Matches } from './find-matches.ts';
import type { IndexFiles } from './index-files.ts';
import { type IndexedList, indexedList } from './indexed-list.ts';

/** A search of the indexes. Rejects where they cannot be used. */
export async function openIndexes(files: IndexFiles): Promise<Find> {
  const list = indexedList(files);
  // They share one WebAssembly, which must be there before a second index is opened.
  const [first, ...others] = list.parts.slice(0, FIRST_PARTS);
  await first?.open();
  for (const part of others) part.open().catch(() => {});
  return async (request, report) => await findInList(list, request, report);
}

/** The data of each result is a file of its own: this many are read before the first results are shown. */
const FIRST_RESULTS = 4;

async function findInList(list: IndexedList, request: SearchRequest, report: (found: Found) => void): Promise<void> {
  const { query, filters, limit } = request;
  const read = (sites: readonly number[]) => Promise.all(sites.map((site) => readHit(list, site)));
  const show = async ({ sites }: Matches) => {
    if (sites.length > 0) report({ total: null, hits: await read(sites.slice(0, Math.min(FIRST_RESULTS, limit))) });
  };
  const asked = parseSearchQuery(query, domainOfQuery(query.trim()));
  const matches = await findMatches(list, asked, { filters, wanted: limit }, show);
  await show(matches);
  report({
    total: matches.sites.length,
    hits: await read(matches.sites.slice(0, limit)),
    ...(matches.isPartial && { hasMore: true }),
    ...(matches.mayBeMisspelt && { mayBeMisspelt: true }),
  });
}

async function readHit(list: IndexedList, site: number): Promise<Hit> {
  const part = list.partOf(site);
  const shown = await (await part.open()).read(part.placeOf(site));
  return {
    domain: shown['domain'] ?? '',
    name: shown['name'] ?? '',
    about: shown['about'] ?? '',
    authority: list.authorityOf(site),
    verified: list.isVerified(site),
    featured: list.isFeatured(site),
  };
}
