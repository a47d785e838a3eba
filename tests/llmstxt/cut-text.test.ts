import { expect, it } from 'vitest';
import { cutText } from '#llmstxt';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['ab😀d', 4, 'ab…'],
  ['ab😀d', 5, 'ab😀d'],
])('cuts %j to %i characters without half a pair', (text, maxCharacters, expected) => {
  expect(cutText(text, maxCharacters)).toBe(expected);
});
