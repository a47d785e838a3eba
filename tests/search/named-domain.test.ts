import { describe, expect, it } from 'vitest';
import { findNamedDomain } from '../../src/search/query.ts';
import { domainOfQuery } from '../../src/site/browser/site-index.ts';

describe.each([
  ['the server', findNamedDomain],
  ['the browser', domainOfQuery],
])('domain in a query, found by %s', (_, find) => {
  it.each([
    ['payments', null],
    ['stripe.com', 'stripe.com'],
    ['Stripe.COM.', 'stripe.com'],
    ['www.stripe.com', 'stripe.com'],
    ['www.stri', null],
    ['https://www.stripe.com/docs?x=1#y', 'stripe.com'],
    ['docs.stripe.com/api', 'docs.stripe.com'],
    ['www.lumendb.example', 'lumendb.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['and/or', null],
    ['www.', null],
    ['stripe.com payments', null],
    ['stripe', null],
    ['http://', null],
    ['"stripe.com"', null],
    ['1.5', null],
  ])('reads %s as %s', (query, domain) => {
    expect(find(query)).toBe(domain);
  });
});

it('takes a word with an unknown ending for no domain', () => {
  expect(findNamedDomain('node.js')).toBeNull();
});
