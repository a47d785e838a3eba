import { expect, it } from 'vitest';
import { isFrequentWord, tellingWords } from '../../src/search/frequent-words.ts';

it('separates frequent words from specific words', () => {
  expect(['how', 'the', 'für', 'fur', 'payments'].map(isFrequentWord)).toEqual([true, true, false, true, false]);
  expect(tellingWords(['how', 'take', 'payments'])).toEqual(['take', 'payments']);
  expect(tellingWords(['the', 'who'])).toEqual(['the', 'who']);
});
