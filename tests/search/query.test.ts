import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery, toTsquery } from '../../src/search/query.ts';

const parse = (typed: string) => parseQuery(typed);

describe('a query', () => {
  it('requires all of its words, in any form', () => {
    const query = parse('red shoes');
    expect(query.terms.map(({ word }) => word)).toEqual(['red', 'shoes']);
    expect(toTsquery(query, 'all', 'words')).toBe("(('red' | 'redsho') & ('shoe' | 'redsho')) | '@redshoes':*");
    expect(toTsquery(parse('red tides'), 'record', 'any')).toBe(
      "(('=red' | '=redtid') | ('=tide' | '=redtid')) | '@redtides':*",
    );
  });

  it('adds synonyms in the wider query', () => {
    const query = parse('next lawyer');
    expect(query.terms[0]?.stems).toContain('nextlawy');
    expect(query.terms[1]?.others).toContain('attornei');
    expect(toTsquery(query, 'all', 'words')).not.toContain('attornei');
    expect(toTsquery(query, 'all', 'synonyms')).toContain('attornei');
  });

  it('adds the correction of a misspelled word', () => {
    expect(parseQuery('kuberntes', new Map([['kuberntes', 'kubernetes']])).terms[0]?.stems).toContain('kubernet');
  });

  it('drops frequent words, unless all words are frequent', () => {
    expect(parse('how do I take payments').terms.map(({ word }) => word)).toEqual(['take', 'payments']);
    expect(parse('the who').terms.map(({ word }) => word)).toEqual(['the', 'who']);
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
    ['"tide tables" -harbor', "((('tide') & ('tabl') & 'tide' <-> 'tabl') & !(('harbor')))"],
    ['sun or moon', "((('sun'))) | ((('moon')))"],
  ])('parses operators: %s', (typed, text) => {
    const query = parse(typed);
    expect(query.name).toBeNull();
    expect(toTsquery(query, 'all', 'words')).toBe(text);
  });

  it('looks for a phrase among the words of the record', () => {
    expect(toTsquery(parse('"tide tables"'), 'record', 'words')).toBe(
      "((('=tide') & ('=tabl') & 'tide':AB <-> 'tabl':AB))",
    );
  });

  it('ranks by the words that an operator does not exclude', () => {
    expect(parse('"tide tables" -harbor').terms.map(({ word }) => word)).toEqual(['tide', 'tables']);
  });

  it('writes only words and names between quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const query = parse(typed);
        for (const scope of ['all', 'record'] as const) {
          for (const strictness of ['words', 'synonyms', 'any'] as const) {
            const text = toTsquery(query, scope, strictness);
            const plain = text.replaceAll(/'[@=]?[\p{L}\p{N}\p{M}.-]+'(?::\*|:AB)?/gu, 'x');
            expect(plain).toMatch(/^(?:[x()!&|]|<->| )*$/);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
