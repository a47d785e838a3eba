import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../src/search/search-query.ts';

describe('a query', () => {
  it('asks for all of its words, in any form', () => {
    const { query, terms } = parseSearchQuery('red shoes');
    expect(terms.map(({ word }) => word)).toEqual(['red', 'shoes']);
    expect(query.split(' & ')).toHaveLength(2);
    expect(terms[1]?.words).toContain('shoe');
  });

  it('takes neighbors for one word, and other words for a word where it is asked more widely', () => {
    const { query, wideQuery, terms } = parseSearchQuery('next lawyer');
    expect(terms[0]?.joined).toContain('nextlawyer');
    expect(terms[1]?.others).toContain('attorney');
    expect(query).not.toContain('attorney');
    expect(wideQuery).toContain('attorney');
  });

  it('leaves out frequent words, unless nothing else is asked', () => {
    expect(parseSearchQuery('how do I take payments').terms.map(({ word }) => word)).toEqual(['take', 'payments']);
    expect(parseSearchQuery('the who').terms.map(({ word }) => word)).toEqual(['the', 'who']);
  });

  it.each([
    ['stripe.com', 'stripe.com'],
    ['https://www.stripe.com/docs?x=1', 'stripe.com'],
    ['www.stri', 'stri'],
    ['Stri', 'stri'],
    ['cloud flare', 'cloudflare'],
    ['Bücher', 'xn--bcher-kva'],
    ['工具', 'xn--h6qv61a'],
    ['c++', null],
  ])('of %s begins the domain %s', (typed, prefix) => {
    expect(parseSearchQuery(typed).prefix).toBe(prefix);
  });

  it.each([
    ['"tide tables" -harbor', "(('tide' <-> 'tables') & !(('harbor' …)))"],
    ['sun or moon', "((('sun' …))) | ((('moon' …)))"],
  ])('with operators: %s', (typed, query) => {
    const parsed = parseSearchQuery(typed);
    expect(parsed).toMatchObject({ terms: [], partQuery: null, prefix: null });
    expect(parsed.query.replaceAll(/( \| '~\w+')+/g, ' …')).toBe(query);
  });

  it('is a sentence with “or” where it is long', () => {
    expect(parseSearchQuery('how can users connect their garmin or fitbit').terms.map(({ word }) => word)).toContain(
      'garmin',
    );
  });

  it('never holds anything but words of letters and digits between quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const { query, wideQuery, partQuery } = parseSearchQuery(typed);
        for (const text of [query, wideQuery, partQuery ?? ''])
          expect(text.replaceAll(/'~?[\p{L}\p{N}\p{M}]+'/gu, 'x')).toMatch(/^(?:[x()!&|]|<->| )*$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
