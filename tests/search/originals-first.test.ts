import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { originalsFirst } from '../../src/search/originals-first.ts';

type Site = Parameters<typeof originalsFirst>[0][number];

const original: Site = {
  domain: 'acme-pay.com',
  title: 'Acme Pay',
  summary: 'Payments for shops.',
  authority: 45,
  verified: false,
  rank: null,
  first_seen: '2026-01-01T00:00:00.000Z',
};
const impostor: Site = { ...original, authority: 55, verified: true, first_seen: '2026-11-01T00:00:00.000Z' };
const order = (sites: readonly Site[], named: string | null = null) =>
  originalsFirst(sites, named).map(({ domain }) => domain);

describe('order of a search by relevance', () => {
  it.each([
    ['words added to the name', { domain: 'acme-pay-login.com', title: 'Sign in', summary: 'Sign in here.' }],
    ['words before the name', { domain: 'my-acme-pay.net', title: null, summary: null }],
    ['the name without its hyphen', { domain: 'acmepay.com', title: 'Shop', summary: null }],
    ['the name below another suffix', { domain: 'acme-pay.pages.dev', title: null, summary: null }],
    ['the name with an accent', { domain: 'xn--acm-pay-dya.com', title: null, summary: null }],
    [
      'two Cyrillic letters in the name',
      { domain: domainToASCII('\u0430cm\u0435-pay.com'), title: null, summary: null },
    ],
    ['Greek letters in the title', { domain: 'unrelated.com', title: '\u0391C\u039cE P\u03b1y' }],
    ['a letter changed, and the title', { domain: 'acme-psy.com', summary: 'Something else.' }],
    ['the name in a subdomain, and the title', { domain: 'acme-pay.secure-host.com', summary: 'Something else.' }],
    ['title and summary, under any name', { domain: 'unrelated.com' }],
    [
      'title and summary in other letters',
      { domain: 'unrelated.com', title: 'ACME  pay', summary: 'Payments for shops' },
    ],
  ])('puts the original before a verified site with %s', (_, changes) => {
    const copy = { ...impostor, ...changes };
    expect(order([copy, original])).toEqual([original.domain, copy.domain]);
    expect(order([original, copy])).toEqual([original.domain, copy.domain]);
  });

  it.each([
    ['another title and summary', { domain: 'unrelated.com', title: 'Pay slips', summary: 'Payroll.' }],
    ['the title alone', { domain: 'unrelated.com', summary: 'Payroll.' }],
    ['the same owner', { domain: 'docs.acme-pay.com' }],
    ['a name that is alike by one letter', { domain: 'acme-bay.com', title: 'Acme Bay', summary: 'Boats.' }],
    ['a better rank', { domain: 'acme-pay.net', rank: 4_000 }],
    ['more authority without its proof', { domain: 'acme-pay.net', authority: 80 }],
  ])('keeps a site first with %s', (_, changes) => {
    const other = { ...impostor, ...changes };
    expect(order([other, original])).toEqual([other.domain, original.domain]);
  });

  it('ignores similar names of few letters', () => {
    const [git, other] = [
      { ...original, domain: 'git.com', title: 'Git', rank: 10 },
      { ...impostor, domain: 'my-git.com', title: 'My Git', summary: 'Hosting.' },
    ];
    expect(order([other, git])).toEqual(['my-git.com', 'git.com']);
  });

  it('starts with the domain of the query, and keeps the order of the other sites', () => {
    const sites = ['a.com', 'b.com', 'c.com'].map((domain) => ({ ...original, domain, title: domain, summary: null }));
    expect(order(sites, 'c.com')).toEqual(['c.com', 'a.com', 'b.com']);
    expect(order(sites, 'd.com')).toEqual(['a.com', 'b.com', 'c.com']);
    expect(order([], 'd.com')).toEqual([]);
  });
});
