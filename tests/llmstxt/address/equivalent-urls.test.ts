import { describe, expect, it } from 'vitest';
import { diff, lint, normalizeUrl, parse } from '#llmstxt';

const url = 'https://kite.example/llms.txt';
const PAIRS = [
  ['https://kite.example/a%2fb', 'https://kite.example/a%2Fb'],
  ['https://kite.example/%7Eana', 'https://kite.example/~ana'],
  ['https://kite.example/%61', 'https://kite.example/a'],
  ['https://kite.example/%C3%BCber', 'https://kite.example/über'],
  ['https://kite.example/%c3%bcber', 'https://kite.example/%C3%BCber'],
  ['https://kite.example/Kite_%28toy%29', 'https://kite.example/Kite_(toy)'],
  ['https://kite.example/%40scope/a', 'https://kite.example/@scope/a'],
  ['https://kite.example/Kite%3A_a%2C_b', 'https://kite.example/Kite:_a,_b'],
  ['https://kite.example/it%27s', "https://kite.example/it's"],
  ['https://KITE.example/a', 'https://kite.example/a'],
  ['HTTPS://kite.example/a', 'https://kite.example/a'],
  ['https://kite.example:443/a', 'https://kite.example/a'],
  ['http://kite.example:80/a', 'http://kite.example/a'],
  ['https://kite.example', 'https://kite.example/'],
  ['https://kite.example/b/../a', 'https://kite.example/a'],
  ['https://kite.example/./a', 'https://kite.example/a'],
  ['https://kite.example/%2e/a', 'https://kite.example/a'],
  ['https://kite.example/?q=%7e', 'https://kite.example/?q=~'],
  ['/a', 'https://kite.example/a'],
] as const;
const OTHERS = [
  ['https://kite.example/a#one', 'https://kite.example/a#two'],
  ['https://kite.example/a%2Fb', 'https://kite.example/a/b'],
  ['https://kite.example/a', 'https://kite.example/A'],
  ['https://kite.example/a?b', 'https://kite.example/a'],
  ['http://kite.example/a', 'https://kite.example/a'],
  ['https://kite.example/a%25', 'https://kite.example/a%2525'],
] as const;

const duplicates = (a: string, b: string) =>
  lint({ body: `# Kite\n\n## Docs\n\n- [A](${a}): one\n- [B](${b}): two\n`, url }).findings.filter(
    ({ id }) => id === 'duplicate-url',
  ).length;

describe('spelling of a URL', () => {
  it.each(PAIRS)('counts as a duplicate: %s and %s', (a, b) => expect(duplicates(a, b)).toBe(1));

  it.each(PAIRS)('leaves one normal form: %s and %s', (a, b) => {
    expect(normalizeUrl(new URL(a, url).href)).toBe(normalizeUrl(new URL(b, url).href));
  });

  it('makes no change', () => {
    const file = (target: string) => `# Kite\n\n## Docs\n\n- [A](${target}): one\n`;
    const document = (target: string) => parse(file(target), { url });
    expect(diff(document('https://kite.example/a_(b)'), document('https://kite.example/a_%28b%29'))).toEqual([]);
  });
});

describe('pair of different URLs', () => {
  it.each(OTHERS)('does not count as a duplicate: %s and %s', (a, b) => expect(duplicates(a, b)).toBe(0));
});
