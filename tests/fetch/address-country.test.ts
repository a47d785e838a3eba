import { expect, it } from 'vitest';
import { openCountryOfAddress } from '../../src/fetch/address-country.ts';

const chooseCountry = openCountryOfAddress();

it.each([
  ['8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['193.99.144.80', 'DE'],
  ['2a02:2e0:3fe:1001:302::', 'DE'],
  ['127.0.0.1', null],
  ['::1', null],
  ['10.0.0.1', null],
  ['not an address', null],
  ['', null],
])('finds %s in %s', (address, country) => expect(chooseCountry(address)).toBe(country));
