import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../src/directory/parse-instant.ts';

const TEN = '2026-11-20T10:00:00.000Z';

describe('a time of RFC 3339', () => {
  it.each([
    ['2026-11-20T10:00:00Z', TEN],
    ['2026-11-20t10:00:00z', TEN],
    ['2026-11-20t10:00:00.000z', TEN],
    ['2026-11-20 10:00:00Z', TEN],
    ['2026-11-20T12:00:00+02:00', TEN],
    ['2026-11-20T12:00:00 02:00', TEN],
    ['2026-11-20t12:00:00 02:00', TEN],
    ['2026-11-20 12:00:00 02:00', TEN],
    ['2026-11-20T08:00:00-02:00', TEN],
    [' 2026-11-20T10:00:00Z ', TEN],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z'],
    ['2016-12-31t23:59:60.5z', '2016-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59-01:00', null],
    ['2026-11-20T10:00:60Z', null],
    ['2026-11-20', null],
    ['2026-11-20T10:00:00', null],
    ['2026-13-20T10:00:00Z', null],
    ['2026-02-30T10:00:00Z', null],
    ['yesterday', null],
    ['1763632800', null],
    ['', null],
  ])('reads %j as %j', (text, instant) => expect(parseInstant(text)).toBe(instant));
});
