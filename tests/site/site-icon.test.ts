import { describe, expect, it } from 'vitest';
import { siteIcon } from '../../src/site/content/views/sites/site-icon.ts';

describe('the mark of a site', () => {
  it.each([
    ['stripe.com', null, 'S'],
    ['docs.stripe.com', null, 'S'],
    ['docs.rs', null, 'D'],
    ['1password.com', null, '1'],
    ['xn--bcher-kva.example', 'Bücher', 'B'],
    ['xn--p1b6ci4b4b3a.example', null, '#'],
  ])('shows for %s (%s) the letter %s', (domain, name, letter) => {
    expect(siteIcon(domain, name).letter).toBe(letter);
  });

  it('uses one of eight colors, stable per domain', () => {
    const colors = Array.from({ length: 200 }, (_, at) => siteIcon(`site-${at}.example`).color);
    expect(new Set(colors)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
    expect(siteIcon('a.example', 'Other')).toEqual(siteIcon('a.example'));
  });
});
