import { describe, expect, it } from 'vitest';
import { chooseCountry } from '../../../src/directory/scoring/country.ts';

const none = { country: null, country_basis: null };
const home = (language: string | null, ...locales: string[]) => ({ language, locales });

describe('country', () => {
  it.each([
    ['bakery.de', null, null, 'DE', 'cctld'],
    ['bakery.co.uk', null, null, 'GB', 'cctld'],
    ['xn--80adxhks.xn--p1ai', null, null, 'RU', 'cctld'],
    ['bakery.de', home('en-US'), 'FR', 'DE', 'cctld'],
    ['bakery.io', null, 'FR', 'FR', 'address'],
    ['bakery.ai', home('en'), null, null, null],
    ['bakery.co', home('es-CO'), 'US', 'CO', 'locale'],
    ['bakery.eu', null, null, null, null],
    ['bakery.com', home('de-AT'), 'US', 'AT', 'locale'],
    ['bakery.com', home('zh-Hant-TW'), null, 'TW', 'locale'],
    ['bakery.com', home('pt', 'pt_BR'), null, 'BR', 'locale'],
    ['bakery.com', home('en', 'de-DE', 'fr-FR'), null, null, null],
    ['bakery.com', home('en', 'de-DE', 'de-DE'), null, 'DE', 'locale'],
    ['bakery.com', home('en-XX'), 'US', 'US', 'address'],
    ['bakery.com', home('es-419'), null, null, null],
    ['bakery.com', home('x-de-at'), null, null, null],
    ['bakery.com', null, 'ZZ', null, null],
    ['bakery.example', home('ja-JP'), null, 'JP', 'locale'],
  ] as const)(
    'derives for %s, homepage %j, address in %s: %s by %s',
    (domain, homepage, addressCountry, country, basis) => {
      expect(chooseCountry({ domain, homepage, addressCountry }, none)).toEqual({ country, country_basis: basis });
    },
  );
  it('keeps the country of an earlier visit without new evidence', () => {
    const austria = { country: 'AT', country_basis: 'locale' } as const;
    const evidence = { domain: 'bakery.com', homepage: null, addressCountry: 'US' };
    expect(chooseCountry(evidence, austria)).toEqual(austria);
    expect(chooseCountry({ ...evidence, homepage: home('de') }, austria)).toMatchObject({ country: 'US' });
    const bySight = { country: 'FR', country_basis: 'address' } as const;
    expect(chooseCountry({ domain: 'bakery.com', homepage: home('en'), addressCountry: null }, bySight)).toEqual(
      bySight,
    );
  });
});
