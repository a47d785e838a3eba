import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../src/search/search-query.ts';
import { findMatches } from '../../src/site/browser/find-matches.ts';
import type { IndexPart, Positions } from '../../src/site/browser/index-part.ts';
import type { IndexedList, ListPart } from '../../src/site/browser/indexed-list.ts';

const FILTERS = { verified: false, featured: false };

/** A list of as many parts with one site each, which holds every word; `opened` is told each part that is opened. */
function listOf(size: number, opened: (part: number) => void): IndexedList {
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
});
