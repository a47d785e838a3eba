import { describe, expect, it } from 'vitest';
import { findNamedDomain } from '../../src/search/query.ts';

describe('a query that is a domain', () => {
  const table: [typed: string, domain: string | null][] = [
    ['payments', null],
    ['stripe.com', 'stripe.com'],
    ['Stripe.COM.', 'stripe.com'],
    ['www.stripe.com', 'stripe.com'],
    ['www.stri', null],
    ['https://www.stripe.com/docs?x=1', 'stripe.com'],
    ['docs.stripe.com/api', 'docs.stripe.com'],
    ['www.lumendb.example', 'lumendb.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['node.js', null],
    ['and/or', null],
    ['www.', null],
  ];
  it.each(table)('reads %s as %s', (typed, domain) => {
    expect(findNamedDomain(typed)).toBe(domain);
  });

  it('counts as a domain only as a whole', () => {
    expect(findNamedDomain('stripe.com payments')).toBeNull();
    expect(findNamedDomain('stripe')).toBeNull();
    expect(findNamedDomain('http://')).toBeNull();
  });
});
