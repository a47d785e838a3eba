import { expect, it } from 'vitest';
import { readQuery } from '../../../src/site/build/search-page.ts';

it.each([
  [' boats ', 'boats'],
  ['\u202eboats\u202c and \u2066tides', 'boats and tides'],
  ['pay\u200bments', 'payments'],
  ['boats\u0000', 'boats'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['⛵'.repeat(201), '⛵'.repeat(200)],
])('reads the query %j as %j', (typed, query) => {
  expect(readQuery(new URLSearchParams({ q: typed }))).toBe(query);
});
