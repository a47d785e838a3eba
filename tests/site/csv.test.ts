import { describe, expect, it } from 'vitest';
import { toCsvLine } from '../../src/site/content/format/csv.ts';

describe('a cell of CSV', () => {
  it.each([
    ['plain text', 'plain text'],
    ['a,b', '"a,b"'],
    ['say "a"', '"say ""a"""'],
    [null, ''],
    ['', '""'],
    [-3, '-3'],
    [true, 'true'],
    [['=x', 'y'], '"[""=x"",""y""]"'],
    ['a=b', 'a=b'],
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("https://evil.com")', `"'=HYPERLINK(""https://evil.com"")"`],
    ['+43 1 234', "'+43 1 234"],
    ['-1+1|cmd', "'-1+1|cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['＝1+1', "'＝1+1"],
  ])('turns %j into %j', (value, cell) => expect(toCsvLine([value])).toBe(`${cell}\r\n`));
});
