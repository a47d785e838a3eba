import { describe, expect, it } from 'vitest';
import { readWordList, writeWordList } from '../../src/search/word-list.ts';

describe('a list of words', () => {
  it('contains each word with its number of sites, and counts a stem by its most frequent word', () => {
    const text = writeWordList([['take payments'], ['payments', 'payments'], ['payment']], [], 3);
    const list = readWordList(text, 3);
    expect(list.words[0]).toEqual({ word: 'payments', sites: 2 });
    expect(list.words).toContainEqual({ word: 'payment', sites: 1 });
    expect(list.sitesWith('payment')).toBe(2);
    expect(list.sitesWith('take')).toBe(1);
    expect(list.sitesWith('unknown')).toBe(0);
  });

  it('scales a sample to the full directory', () => {
    expect(readWordList(writeWordList([['payment'], ['tides']], [], 100), 100).sitesWith('payment')).toBe(50);
  });

  it('drops words of single sites from a large sample, except title words', () => {
    const sample = Array.from({ length: 300 }, (_, at) => ['common', ...(at === 0 ? ['mispelt', 'stripe'] : [])]);
    const list = readWordList(writeWordList(sample, ['Stripe'], 300), 300);
    expect(list.words.map(({ word }) => word).toSorted()).toEqual(['common', 'stripe']);
  });
});
