import { describe, expect, it } from 'vitest';
import { correctQuery, correctWords } from '../../src/search/corrections.ts';

const known = (word: string, sites = 5) => ({ word, sites });

describe('corrections', () => {
  it.each([
    ['kuberntes', ['kubernetes', 'cubes'], 'kubernetes'],
    ['posthgo', ['posthog', 'postage'], 'posthog'],
    ['paymnt', ['payment', 'pavement'], 'payment'],
    ['ollma', ['ollama', 'dolma'], 'ollama'],
  ])('%s is %s', (word, similar, meant) => {
    expect(correctWords([{ word, similar: similar.map((one) => known(one)) }]).get(word)).toBe(meant);
  });

  it('prefer the frequent one of two that are as near', () => {
    const similar = [known('formal', 1), known('format', 400)];
    expect(correctWords([{ word: 'formas', similar }]).get('formas')).toBe('format');
  });

  it('leave alone what is short, a number, or like nothing', () => {
    const unknown = [
      { word: 'abc', similar: [known('abd')] },
      { word: 'x2000', similar: [known('x2001')] },
      { word: 'zzzzzzz', similar: [known('zebra')] },
      { word: 'nothing', similar: [] },
    ];
    expect(correctWords(unknown).size).toBe(0);
  });

  it('stand in the query as it was typed', () => {
    const corrections = new Map([['analitics', 'analytics']]);
    expect(correctQuery('Web Analitics!', corrections)).toBe('Web analytics!');
    expect(correctQuery('Analítics', corrections)).toBe('analytics');
    expect(correctQuery('web', corrections)).toBeNull();
  });
});
