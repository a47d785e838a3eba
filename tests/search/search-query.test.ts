import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tsqueryOf } from '../../src/search/condition.ts';
import { domainMeantBy } from '../../src/search/domain-meant-by.ts';
import { parseSearchQuery } from '../../src/search/search-query.ts';

const parse = (typed: string) => parseSearchQuery(typed, domainMeantBy(typed));

describe('a query', () => {
  it('asks for all of its words, in any form', () => {
    const { query, terms } = parse('red shoes');
    expect(terms.map(({ word }) => word)).toEqual(['red', 'shoes']);
    expect(tsqueryOf(query).split(' & ')).toHaveLength(2);
    expect(terms[1]?.words).toContain('shoe');
  });

  it('takes neighbors for one word, and other words for a word where it is asked more widely', () => {
    const { query, wideQuery, terms } = parse('next lawyer');
    expect(terms[0]?.joined).toContain('nextlawyer');
    expect(terms[1]?.others).toContain('attorney');
    expect(tsqueryOf(query)).not.toContain('attorney');
    expect(tsqueryOf(wideQuery)).toContain('attorney');
  });

  it('leaves out frequent words, unless nothing else is asked', () => {
    expect(parse('how do I take payments').terms.map(({ word }) => word)).toEqual(['take', 'payments']);
    expect(parse('the who').terms.map(({ word }) => word)).toEqual(['the', 'who']);
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
    expect(parse(typed).prefix).toBe(prefix);
  });

  it.each([
    ['"tide tables" -harbor', "(('tide' <-> 'tables') & !('harbor' …))"],
    ['sun or moon', "(('sun' …) | ('moon' …))"],
  ])('with operators: %s', (typed, query) => {
    const parsed = parse(typed);
    expect(parsed).toMatchObject({ terms: [], partQuery: null, prefix: null });
    expect(tsqueryOf(parsed.query).replaceAll(/( \| '~\w+')+/g, ' …')).toBe(query);
  });

  it('is a sentence with “or” where it is long', () => {
    expect(parse('how can users connect their garmin or fitbit').terms.map(({ word }) => word)).toContain('garmin');
  });

  it('never holds anything but words of letters and digits between quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const { query, wideQuery, partQuery } = parse(typed);
        for (const condition of [query, wideQuery, partQuery ?? query])
          expect(tsqueryOf(condition).replaceAll(/'~?[\p{L}\p{N}\p{M}]+'/gu, 'x')).toMatch(/^(?:[x()!&|]|<->| )*$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
