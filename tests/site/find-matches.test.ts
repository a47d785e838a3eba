import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../src/search/search-query.ts';
import { findMatches } from '../../src/site/browser/find-matches.ts';
import type { IndexPart, Positions } from '../../src/site/browser/index-part.ts';
import type { IndexedList, ListPart } from '../../src/site/browser/indexed-list.ts';

const FILTERS = { verified: false, featured: false };

/**
 * A list of as many parts with one site each, which holds every word; `opened` is told each part that is opened. `holding`: the parts
 * that may hold something, as the table of words says.
 */
function listOf(size: number, opened: (part: number) => void, holding: readonly number[] | null = null): IndexedList {
  const index: IndexPart = {
    positionsOf: async (lexemes) => lexemes.map((): Positions => new Map([[0, [1]]])),
    sitesNamed: async () => new Map(),
    findAll: async () => {},
    read: async () => ({}),
  };
  const parts = Array.from({ length: size }, (_, site): ListPart => {
    const open = async () => {
      opened(site);
      return index;
    };
    return { sites: [site], open, siteAt: () => site, placeOf: () => 0 };
  });
  return {
    parts,
    partsWith: async () => parts.filter((_, at) => holding?.includes(at) ?? true),
    size,
    partOf: (site) => parts[site] ?? expect.unreachable(),
    compare: (a, b) => a - b,
    isVerified: () => false,
    isFeatured: () => false,
    authorityOf: () => 50,
  };
}

describe('a search of a list in parts', () => {
  it('opens no further part until what it has found is shown', async () => {
    const opened: number[] = [];
    const reports: { readonly sites: number; readonly opened: number }[] = [];
    const found = await findMatches(
      listOf(9, (part) => opened.push(part)),
      parseSearchQuery('tea', null),
      { filters: FILTERS, wanted: 20 },
      async ({ sites }) => {
        await new Promise((shown) => setTimeout(shown, 5));
        reports.push({ sites: sites.length, opened: opened.length });
      },
    );
    expect(reports).toEqual([
      { sites: 2, opened: 2 },
      { sites: 6, opened: 6 },
    ]);
    expect(found.sites).toHaveLength(9);
    expect(found.isPartial).toBe(false);
  });

  it('opens the first parts, and of the others those that may hold something', async () => {
    const opened: number[] = [];
    const list = listOf(9, (part) => opened.push(part), [4, 7]);
    const found = await findMatches(
      list,
      parseSearchQuery('tea', null),
      { filters: FILTERS, wanted: 20 },
      async () => {},
    );
    expect(opened).toEqual([0, 1, 4, 7]);
    expect(found).toMatchObject({ sites: [0, 1, 4, 7], isPartial: false });
  });

  it('opens every part where a site can match that holds none of the words', async () => {
    const opened: number[] = [];
    const list = listOf(4, (part) => opened.push(part), []);
    const query = parseSearchQuery('-tea', null);
    await findMatches(list, query, { filters: FILTERS, wanted: 20 }, async () => {});
    expect(opened).toEqual([0, 1, 2, 3]);
  });
});
