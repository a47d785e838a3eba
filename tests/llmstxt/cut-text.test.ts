import { expect, it } from 'vitest';
import { cutText } from '#llmstxt';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['ab😀d', 4, 'ab…'],
  ['ab😀d', 5, 'ab😀d'],
  ['Getting started with payments', 18, 'Getting started…'],
  ['Getting started with payments', 20, 'Getting started…'],
  ['Getting started with payments', 21, 'Getting started with…'],
  [`at https://a.example/${'x'.repeat(40)}`, 30, 'at https://a.example/xxxxxxxx…'],
  [' abcd', 3, ' a…'],
  ['e\u0301e\u0301e\u0301', 5, 'e\u0301e\u0301…'],
  ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
  ['👩\u200D👧\u200D👦👩\u200D👧\u200D👦', 12, '👩\u200D👧\u200D👦…'],
])('cuts %j to %i characters after a word, and never inside a visible character', (text, maxCharacters, expected) => {
  expect(cutText(text, maxCharacters)).toBe(expected);
});
