import { describe, expect, it } from 'vitest';
import { hashOwnerKey, isOwnerKey, isSameHash } from '../../src/ownership/owner-key.ts';
import { anOwnerKey } from './an-owner-key.ts';

describe('an owner key', () => {
  it('contains a prefix, 43 secret characters and a 6-character checksum, and is unique', () => {
    const keys = Array.from({ length: 200 }, anOwnerKey);
    for (const key of keys) expect(key).toMatch(/^svk_live_[0-9A-Za-z]{49}$/);
    expect(new Set(keys).size).toBe(200);
    expect(keys.every(isOwnerKey)).toBe(true);
  });

  it('carries 256 bits, because every digit of the secret varies', () => {
    const keys = Array.from({ length: 400 }, anOwnerKey);
    // Skip the first of 43 digits, because it has only the rest of 256 bits: 2²⁵⁶ / 62⁴² is just below 62.
    for (let i = 9; i < 52; i += 1) expect(new Set(keys.map((key) => key[i])).size).toBeGreaterThan(30);
  });

  const key = anOwnerKey();
  const changed = (at: number) => key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
  const refused: [what: string, text: string][] = [
    ['nothing', ''],
    ['another prefix', key.replace('svk_live_', 'svk_test_')],
    ['a mistyped first character', changed(9)],
    ['a mistyped last character of the secret', changed(51)],
    ['a mistyped checksum', changed(57)],
    ['two characters changed places', key.slice(0, 20) + [...key.slice(20, 23)].reverse().join('') + key.slice(23)],
    ['a character too few', key.slice(0, -1)],
    ['a character too many', `${key}0`],
    ['a blank', `${key} `],
    ['10,000 characters', 'a'.repeat(10_000)],
    ['an invented one', `svk_live_${'a'.repeat(49)}`],
  ];
  it.each(refused.filter(([, text]) => text !== key))('differs from %s', (_, text) => {
    expect(isOwnerKey(text)).toBe(false);
  });

  it('requires the server secret for its stored hash', () => {
    expect(hashOwnerKey('secret', key)).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/);
    expect(hashOwnerKey('secret', key)).not.toBe(hashOwnerKey('other', key));
    expect(isSameHash(hashOwnerKey('secret', key), hashOwnerKey('secret', key))).toBe(true);
    expect(isSameHash(hashOwnerKey('secret', key), hashOwnerKey('other', key))).toBe(false);
    expect(isSameHash('a', 'ab')).toBe(false);
  });
});
