import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexContent, nameStart, nameToken, placeAt, stemStart, tokenOf } from '../../src/search/index-content.ts';
import { fileLexemes, siteLexemes } from '../../src/search/site-lexemes.ts';

/** Tokens by position, as Pagefind counts them: what begins with an underscore is none. */
const tokensOf = (domain: string, words: string) => indexContent(domain, words).split(' ').slice(1);

const SITE = { domain: 'tide-tables.example', title: 'Tide tables', summary: 'For every harbor.', language: 'en' };
const words = siteLexemes(SITE);
const at = (tokens: readonly string[], lexeme: string) =>
  tokens.flatMap((token, n) => (token === tokenOf(lexeme) ? n : []));

describe('the content of an index', () => {
  it('has a word at each of its places, and tells how much it weighs', () => {
    const tokens = tokensOf(SITE.domain, words);
    expect(at(tokens, 'tables').map((n) => placeAt(n).weight)).toEqual(['A', 'A']);
    expect(at(tokens, 'harbor').map((n) => placeAt(n).weight)).toEqual(['B']);
    const [tide, tables] = ['tide', 'tables'].map((word) => at(tokens, word).map((n) => placeAt(n).place));
    expect(tables).toEqual(tide?.map((place) => place + 1));
  });

  it('keeps words of a file apart from those of the record', () => {
    const file = fileLexemes({ prose: 'Harbor masters agree.', names: ['Harbor rules'] }, 'en');
    const tokens = tokensOf(SITE.domain, `${words} ${file}`);
    expect(
      at(tokens, 'harbor')
        .map((n) => placeAt(n).weight)
        .toSorted(),
    ).toEqual(['B', 'C', 'D']);
  });

  it('has stems of other languages, and parts of words without spaces, at the place of their word', () => {
    const german = tokensOf('a.example', siteLexemes({ ...SITE, summary: 'Zahlungen', language: 'de' }));
    const [zahlungen] = at(german, 'zahlungen').map(placeAt);
    expect(at(german, '~zahlung').map(placeAt)).toEqual([zahlungen]);
    const japanese = tokensOf('b.example', siteLexemes({ ...SITE, summary: '日本語', language: 'ja' }));
    expect(at(japanese, '日本')).not.toEqual([]);
  });

  it('ends where the places of a weight end', () => {
    const many = Array.from({ length: 2_000 }, (_, n) => `word${n}`).join(' ');
    const tokens = tokensOf('a.example', siteLexemes({ ...SITE, title: many, summary: 'Harbor' }));
    expect(tokens.length).toBeLessThan(1_024);
    expect(at(tokens, 'harbor').map((n) => placeAt(n).weight)).toEqual(['B']);
  });

  it('finds words by their stem, and names by their beginning', () => {
    expect(tokenOf('payments').startsWith(stemStart('payment'))).toBe(true);
    expect(tokenOf('~payment').startsWith(stemStart('payment'))).toBe(true);
    expect(tokenOf('paymentsystem').startsWith(stemStart('payment'))).toBe(false);
    expect(nameToken('stripe.com').startsWith(nameStart('strip'))).toBe(true);
    expect(nameToken('xn--bcher-kva.example').startsWith(nameStart('xn--b'))).toBe(true);
  });

  it('has tokens of letters and digits alone, none of which begins another one', () => {
    const lexeme = fc
      .tuple(fc.constantFrom('', '~'), fc.stringMatching(/^[a-zqz0-9é日ß]{1,6}$/u))
      .map(([a, b]) => a + b);
    const token = fc.oneof(lexeme.map(tokenOf), fc.stringMatching(/^[a-zq0-9.-]{1,6}$/).map(nameToken));
    fc.assert(
      fc.property(token, token, (a, b) => {
        expect(a).toMatch(/^[a-z0-9]+$/);
        expect(a === b || !b.startsWith(a)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
