import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/search/query.ts';
import { rankLinks } from '../../src/search/rank.ts';

describe('a ranking of links', () => {
  const link = (title: string) => ({ title, url: `https://pay.example/${title}`, notes: null, section: null });
  const links = [...Array.from({ length: 9 }, (_, n) => link(`Stripe guide ${n}`)), link('Refunds')];

  it('ranks by the words that tell the links apart', () => {
    const sites = [{ domain: 'pay.example', site: null, authority: 50, verified: false, links, nested: [], prose: '' }];
    const [first] = rankLinks(sites, parseQuery('stripe refunds'));
    expect(first?.title).toBe('Refunds');
  });
});
