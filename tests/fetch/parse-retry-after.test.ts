import { expect, it } from 'vitest';
import { parseRetryAfter } from '../../src/fetch/parse-retry-after.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);
const WEEK_MS = 7 * 86_400_000;

it.each([
  ['120', 120_000],
  ['0', 0],
  [' 5 ', 5_000],
  ['99999999999', WEEK_MS],
  ['9'.repeat(400), WEEK_MS],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Friday, 20-Nov-26 12:01:00 GMT', 60_000],
  ['Fri Nov 20 12:01:00 2026', 60_000],
  ['Wed, 01 Jan 2025 00:00:00 GMT', 0],
  ['Fri, 01 Jan 2099 00:00:00 GMT', WEEK_MS],
  ['-1', null],
  ['1.5', null],
  ['1e9', null],
  ['5, 10', null],
  ['soon', null],
  ['2099', 2_099_000],
  ['tomorrow 5', null],
  ['2026-11-20T12:01:00Z', null],
  ['Fri, 99 Nov 2026 12:01:00 GMT', null],
  ['', null],
  [undefined, null],
  [null, null],
] as const)('parses %j as %j ms', (value, ms) => {
  expect(parseRetryAfter(value, NOW)).toBe(ms);
});
