import { expect, it } from 'vitest';
import { domainOfQuery } from '../../src/site/browser/site-index.ts';

it.each([
  ['stripe.com', 'stripe.com'],
  ['https://www.Stripe.com/docs?x#y', 'stripe.com'],
  ['www.lumendb.example', 'lumendb.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['docs.stripe.com/api', 'docs.stripe.com'],
  ['payments', null],
  ['stripe.com payments', null],
  ['"stripe.com"', null],
  ['1.5', null],
])('finds in %s the domain %s', (query, domain) => {
  expect(domainOfQuery(query)).toBe(domain);
});
