import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/search/query.ts';
import { rankSites } from '../../src/search/rank.ts';
import { rankLinks } from '../../src/search/rank-links.ts';
import { readWordList } from '../../src/search/word-list.ts';

const words = readWordList('payroll payrol 40\nlawyer lawyer 40\nattorney attornei 10', 1_000);
const site = (domain: string, ...stems: readonly string[]) => ({
  domain,
  authority: 50,
  verified: false,
  matches: new Map(stems.map((stem) => [stem, 1])),
});

describe('a ranking of sites', () => {
  it('prefers the word to a rarer synonym', () => {
    const ranked = rankSites([site('a.example', 'attornei'), site('b.example', 'lawyer')], parseQuery('lawyer'), words);
    expect(ranked.map(({ domain }) => domain)).toEqual(['b.example', 'a.example']);
  });
});

describe('a ranking of links', () => {
  const link = (title: string) => ({ title, url: `https://pay.example/${title}`, notes: null, section: null });
  const links = [...Array.from({ length: 9 }, (_, n) => link(`Stripe guide ${n}`)), link('Refunds')];

  it('ranks by the words that tell the links apart', () => {
    const sites = [{ domain: 'pay.example', site: null, authority: 50, verified: false, links, nested: [], prose: '' }];
    const [first] = rankLinks(sites, parseQuery('stripe refunds'));
    expect(first?.link.title).toBe('Refunds');
  });
});
