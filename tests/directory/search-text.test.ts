import { describe, expect, it } from 'vitest';
import { domainMeantBy, searchTextOf } from '../../src/directory/search-text.ts';

describe('what is looked for', () => {
  const table: [typed: string, text: string][] = [
    ['payments', 'payments'],
    [' red shoes ', 'red shoes'],
    ['"tide tables" or -harbor', '"tide tables" or -harbor'],
    ['stri', 'stri'],
    ['stripe.com', 'stripe.com'],
    ['Stripe.COM.', 'stripe.com'],
    ['www.stripe.com', 'stripe.com'],
    ['www.stri', 'stri'],
    ['https://www.stripe.com/docs?x=1', 'stripe.com'],
    ['docs.stripe.com/api', 'docs.stripe.com'],
    ['www.lumendb.example', 'lumendb.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['Bücher', 'Bücher or xn--bcher-kva'],
    ['工具', '工具 or xn--h6qv61a'],
    ['Bücher kaufen', 'Bücher kaufen'],
    ['-Bücher', '-Bücher'],
    ['node.js', 'node.js'],
    ['and/or', 'and/or'],
    ['www.', 'www.'],
  ];
  it.each(table)('for %s is %s', (typed, text) => {
    expect(searchTextOf(typed)).toBe(text);
  });

  it('is a domain only where the whole query is one', () => {
    expect(domainMeantBy('stripe.com payments')).toBeNull();
    expect(domainMeantBy('stripe')).toBeNull();
    expect(domainMeantBy('http://')).toBeNull();
  });
});
