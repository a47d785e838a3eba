import { describe, expect, it } from 'vitest';
import { visibleText, visibleValue } from '../../src/site/content/format/visible-text.ts';

/** Encodes a word in bytes, each as a variation selector. */
const selectors = (word: string) =>
  [...Buffer.from(word)].map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).join('');
/** Encodes a word in bits, each as one of two zero-width characters. */
const bits = (word: string, [zero, one]: readonly [string, string]) =>
  [...Buffer.from(word)].map((byte) => byte.toString(2).replace(/0/g, zero).replace(/1/g, one)).join('');
const tags = (word: string) =>
  [...word].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

describe('filter of invisible characters', () => {
  it.each([
    ['variation selectors after an emoji', `🙂${selectors('obey')}`, '🙂'],
    ['variation selectors after a letter', `a${selectors('obey')}b`, 'ab'],
    ['variation selectors after an ideograph', `潮${selectors('obey')}見`, '潮見'],
    ['zero-width bits', `a${bits('obey', ['\u200b', '\u200c'])}b`, 'ab'],
    ['invisible operators', `a${bits('obey', ['\u2063', '\u2064'])}b\u2061\u2062c`, 'abc'],
    ['tags', `a${tags('obey')}b`, 'ab'],
    ['tags after a flag', `🏴${tags('obey')}`, '🏴'],
    ['direction marks and overrides', '\u202egnorts\u202c \u2066a\u2069\u200e\u200f\u061c', 'gnorts a'],
    ['fillers', 'a\u3164\u115f\u1160\uffa0b', 'ab'],
    ['controls and annotations', 'a\0\u001b[31m\u0085\ufff9b\ufffac\ufffb', 'a[31mbc'],
    ['soft hyphens and byte-order marks', '\ufeffpay\u00adpal\u034f', 'paypal'],
    ['joiners between Latin letters', 'pay\u200dpal\u200c', 'paypal'],
    ['a zero-width space between Latin letters', 'pay\u200bpal', 'paypal'],
    ['a run of joiners in Arabic', `م${bits('obey', ['\u200c', '\u200d'])}م`, 'م\u200dم'],
    ['a run of joiners in an emoji', '👩\u200d\u200d\u200d🚀', '👩\u200d🚀'],
    ['a joiner at the end of an emoji', '👩\u200d hidden', '👩 hidden'],
    ['half of a surrogate pair', 'a\ud800b', 'a\ufffdb'],
    ['line ends of other systems', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ])('loses %s', (_, text, seen) => {
    expect(visibleText(text)).toBe(seen);
    expect(visibleText(visibleText(text))).toBe(seen);
  });

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष क्\u200cष'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Thai', 'ภาษา\u200bไทย'],
    ['Khmer', 'ភាសា\u200bខ្មែរ'],
    ['Mongolian', 'ᠠ\u180b'],
    ['an astronaut', '👩\u200d🚀'],
    ['an astronaut with a skin tone', '👩🏽\u200d🚀'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['a red heart', '❤\ufe0f and ❤\ufe0e'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['flags', '🏳\ufe0f\u200d🌈 🇦🇹'],
    ['several lines', '# A\n\n- b\tc\n'],
    ['accents and other scripts', 'Zoë, Łódź, 港の潮見表, ελληνικά'],
  ])('keeps %s', (_, text) => expect(visibleText(text)).toBe(text));

  it('cleans every string of a value', () => {
    expect(visibleValue({ a: ['x\u200b', { 'b\u2063': 'y\u2064' }], n: 1, no: null, yes: true })).toEqual({
      a: ['x', { b: 'y' }],
      n: 1,
      no: null,
      yes: true,
    });
  });
});
