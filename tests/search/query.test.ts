import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery, partsTsquery, toTsquery } from '../../src/search/query.ts';
import { NO_WORDS, readWordList } from '../../src/search/word-list.ts';

const parse = (typed: string) => parseQuery(typed);

describe('a query', () => {
  it('requires all of its words, in any form', () => {
    const query = parse('red shoes');
    expect(query.terms.map(({ word }) => word)).toEqual(['red', 'shoes']);
    expect(toTsquery(query, 'all')).toBe("(('red' | 'redsho') & ('shoe' | 'redsho')) | '@redshoes':*");
    expect(toTsquery(parse('red tides'), 'record')).toBe(
      "(('=red' | '=redtid') & ('=tide' | '=redtid')) | '@redtides':*",
    );
  });

  it.each([
    ['how do I take payments', ['take', 'payments']],
    ['the who', ['the', 'who']],
    ['"tide tables" -harbor', ['tide', 'tables']],
  ])('ranks by the words that are rare and not excluded: %s', (typed, words) =>
    expect(parse(typed).terms.map(({ word }) => word)).toEqual(words),
  );

  it('adds the correction of a misspelled word', () => {
    expect(parseQuery('kuberntes', new Map([['kuberntes', 'kubernetes']])).terms[0]?.stems).toContain('kubernet');
  });

  it('adds the new name of a company', () => {
    expect(parse('twitter').terms[0]?.stems).toEqual(['twitter', 'x']);
    expect(parse('constructor').terms[0]?.stems).toEqual(['constructor']);
  });

  it.each([
    ['stripe.com', 'stripe.com'],
    ['https://www.stripe.com/docs?x=1', 'stripe.com'],
    ['www.stri', 'stri'],
    ['Stri', 'stri'],
    ['cloud flare', 'cloudflare'],
    ['Bücher', 'bucher'],
    ['xn--bcher-kva', 'bucher'],
    ['工具', '工具'],
    ['c++', null],
  ])('turns %s into the name %s', (typed, name) => {
    expect(parse(typed).name).toBe(name);
  });

  it.each([
    ['"tide tables" -harbor', "(('tide' <-> 'tabl') & !(('harbor')))"],
    ['sun or moon', "((('sun'))) | ((('moon')))"],
  ])('parses operators: %s', (typed, text) => {
    const query = parse(typed);
    expect(query.name).toBeNull();
    expect(toTsquery(query, 'all')).toBe(text);
  });

  it('searches for a phrase among the words of the record', () => {
    expect(toTsquery(parse('"tide tables"'), 'record')).toBe("(('tide':AB <-> 'tabl':AB))");
  });

  it.each(['sun or the moon', 'is it woke or not', 'Should I see sun or moon'])(
    'treats or as a word in: %s',
    (typed) => {
      expect(parse(typed).clauses).toEqual([]);
    },
  );

  it('treats OR in capitals as an operator in any query', () => {
    expect(parse('the sun OR the moon').clauses).toHaveLength(2);
    expect(parse('the sun or "the moon"').clauses).toHaveLength(2);
  });

  it('searches for parts of a query by its rarest words', () => {
    const words = readWordList('tide 5000\nlantern 30\nharbor 20', 9_000);
    const listParts = (typed: string) => partsTsquery(parse(typed).terms, 'record', words, 60);
    expect(listParts('harbor tide lantern')).toBe("('=harbortid' | '=tidelantern' | '=harbor' | '=lantern')");
    expect(listParts('tide unknown')).toBe("('=tideunknown' | '=unknown')");
    expect(listParts('tide')).toBe("('=tide')");
    expect(listParts('')).toBe('');
  });

  it('writes only words and names between quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const query = parse(typed);
        for (const scope of ['all', 'record'] as const) {
          const parts = partsTsquery(query.terms, scope, NO_WORDS, 200);
          for (const text of [toTsquery(query, scope), parts]) {
            const plain = text.replaceAll(/'[@=]?[\p{L}\p{N}\p{M}.-]+'(?::\*|:AB)?/gu, 'x');
            expect(plain).toMatch(/^(?:[x()!&|]|<->| )*$/);
            expect(plain).not.toContain('()');
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
