import { describe, expect, it } from 'vitest';
import { hashOfKey, isInScope, type PageAddress, parsePageAddress, toScope } from '../../src/directory/page-address.ts';

function page(text: string): PageAddress {
  const parsed = parsePageAddress(text);
  if (parsed === null) throw new Error(`${text} is no address`);
  return parsed;
}

describe('spelling of a page', () => {
  it.each([
    'https://example.com/docs/start',
    'http://example.com/docs/start',
    'HTTPS://WWW.Example.COM/docs/start',
    'https://example.com:443/docs/start',
    'http://www.example.com:80/docs/start/',
    'https://example.com./docs/start',
    'example.com/docs/start',
    ' https://example.com/docs/start ',
    'https://example.com/docs/start#install',
    'https://example.com/docs/start.md',
    'https://example.com/docs/start.html',
    'https://example.com/docs/start.htm',
    'https://example.com/docs/start.html.md',
    'https://example.com/docs/start.mdx',
    'https://example.com/docs/start/index.html',
    'https://example.com/docs/start/index.md',
    'https://example.com/docs/start/index.html.md',
    'https://example.com/docs/other/../start',
    'https://example.com/docs/%73tart',
    'https://example.com/docs/start?utm_source=a&utm_medium=b',
    'https://example.com/docs/start?gclid=1&fbclid=2#top',
  ])('ignores the spelling of %s', (text) => {
    expect(page(text).key).toBe(page('https://example.com/docs/start').key);
  });

  it('ignores the spelling of a homepage', () => {
    const key = page('https://example.com/').key;
    for (const text of ['example.com', 'www.example.com/index.html', 'http://example.com/index.html.md?utm_id=1']) {
      expect(page(text).key, text).toBe(key);
    }
  });

  it('ignores the order of parameters and the case of escapes', () => {
    expect(page('https://example.com/a?b=1&a=2&gclid=x').key).toBe(page('https://example.com/a?a=2&b=1').key);
    expect(page('https://example.com/caf%c3%a9').key).toBe(page('https://example.com/café').key);
    expect(page('https://bücher.example/a').key).toBe(page('https://xn--bcher-kva.example/a').key);
  });
});

describe('different pages', () => {
  it.each([
    ['https://example.com/a', 'https://example.com/b'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a', 'https://docs.example.com/a'],
    ['https://example.com/a', 'https://example.com/a?page=2'],
    ['https://example.com/a?ref=main', 'https://example.com/a?ref=dev'],
    ['https://example.com/a', 'https://example.com/a.json'],
    ['https://example.com/a', 'https://example.com/amd'],
    ['https://example.com/a/index', 'https://example.com/a/indexes'],
    ['https://example.com/', 'https://example.com/.md'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['https://example.com/#/guides', 'https://example.com/#/prices'],
    ['https://example.com:8443/a', 'https://example.com/a'],
  ])('separates %s and %s', (one, other) => {
    expect(page(one).key).not.toBe(page(other).key);
  });
});

it.each([
  '',
  ' ',
  'ftp://example.com/a',
  'mailto:a@example.com',
  'https://',
  'https://user:secret@example.com/',
  'two words',
  `https://example.com/${'a'.repeat(2_000)}`,
])('does not accept %s as a page', (text) => {
  expect(parsePageAddress(text)).toBeNull();
});

it('covers the addresses under the path of a file with any scheme and with www', () => {
  const scope = toScope('https://example.com/docs/llms.txt');
  expect(scope).toBe('https://example.com/docs/');
  for (const inside of ['https://www.example.com/docs/', 'http://example.com/docs', 'https://example.com/docs/a/b?c']) {
    expect(isInScope(page(inside), scope), inside).toBe(true);
  }
  for (const outside of [
    'https://example.com/',
    'https://example.com/docs2/a',
    'https://example.com/docs.html',
    'https://a.example.com/docs/',
  ]) {
    expect(isInScope(page(outside), scope), outside).toBe(false);
  }
});

it('parses long runs of slashes in linear time', () => {
  const slashes = '/'.repeat(1_900);
  for (let at = 0; at < 2_000; at++) expect(page(`https://example.com/a${slashes}${at}`).key).toContain(`/${at}`);
});

it('hashes neighboring keys to different 32-bit values', () => {
  const hashes = Array.from({ length: 1_000 }, (_, at) => hashOfKey(`example.com/page-${at}`));
  expect(new Set(hashes).size).toBe(1_000);
  expect(hashes.every((hash) => hash === (hash | 0))).toBe(true);
});
