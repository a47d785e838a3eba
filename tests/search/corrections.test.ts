import { describe, expect, it } from 'vitest';
import { correctQuery, correctWords } from '../../src/search/corrections.ts';
import type { WordList } from '../../src/search/word-list.ts';

const formatList = (...words: readonly (readonly [word: string, sites: number])[]): WordList => ({
  sites: 1_000,
  words: words.map(([word, sites]) => ({ word, sites })),
  sitesWith: () => 0,
});

describe('correction of words', () => {
  it.each([
    ['kuberntes', ['kubernetes', 'cubes'], 'kubernetes'],
    ['posthgo', ['posthog', 'postage'], 'posthog'],
    ['paymnt', ['payment', 'pavement'], 'payment'],
    ['ollma', ['ollama', 'dolma'], 'ollama'],
    ['dehumidifer', ['dehumidifiers'], 'dehumidifiers'],
  ])('corrects %s from the list %j', (word, known, meant) => {
    expect(correctWords([word], formatList(...known.map((one) => [one, 5] as const))).get(word)).toBe(meant);
  });

  it('prefers the nearest word, then the most frequent word', () => {
    expect(correctWords(['posthgo'], formatList(['postage', 50], ['posthog', 1])).get('posthgo')).toBe('posthog');
    expect(correctWords(['tabes'], formatList(['tables', 50], ['tapes', 2])).get('tabes')).toBe('tables');
  });

  it('keeps short words, numbers, and words without a near word', () => {
    const list = formatList(['abd', 5], ['x2001', 5], ['zebra', 5], ['port', 5]);
    expect(correctWords(['abc', 'x2000', 'zzzzzzz', 'nothing', 'qwrt'], list).size).toBe(0);
  });

  it('keeps the form of the query', () => {
    const corrections = new Map([['analitics', 'analytics']]);
    expect(correctQuery('Web Analitics!', corrections)).toBe('Web analytics!');
    expect(correctQuery('Analítics', corrections)).toBe('analytics');
    expect(correctQuery('web', corrections)).toBeNull();
  });
});
