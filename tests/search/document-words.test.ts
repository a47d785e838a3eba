import { describe, expect, it } from 'vitest';
import { documentWords } from '../../src/search/document-words.ts';
import { NO_TEXT } from '../../src/search/search-text.ts';

const SITE = { domain: 'a-b.example', title: 'Red Shoes', summary: 'Shoes for all', description: null, tags: ['Sale'] };

describe('document of a site', () => {
  it('gives each word the weight of its field', () => {
    const file = { prose: 'We sell shoes', names: ['Guides', 'Red guides'], notes: ['how to sell'] };
    const words = new Map(
      documentWords(SITE, file)
        .split(' ')
        .map((entry) => {
          const [, lexeme = '', places = ''] = /^'(.*)'(?::(.*))?$/.exec(entry) ?? [];
          return [lexeme, places.replace(/[\d,]/g, '')];
        }),
    );
    expect(words.get('red')).toBe('AC');
    expect(words.get('shoe')).toBe('ABD');
    expect(words.get('sale')).toBe('B');
    expect(words.get('guid')).toBe('CC');
    expect(words.get('sell')).toBe('DD');
    expect([...words.keys()].filter((lexeme) => lexeme.startsWith('=')).toSorted()).toEqual(
      ['=a', '=b', '=exampl', '=red', '=shoe', '=for', '=all', '=sale'].toSorted(),
    );
    expect(words.has('@a-b.example')).toBe(true);
  });

  it('stays bounded for repeated and for different names', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `name${at} again`);
    const words = documentWords(SITE, { ...NO_TEXT, names });
    expect(words.split(' ').filter((entry) => entry.includes('C'))).toHaveLength(400);
    expect(/'again':([^ ]+)/.exec(words)?.[1]?.split(',')).toHaveLength(3);
  });

  it('contains the Unicode form of a domain', () => {
    expect(documentWords({ ...SITE, domain: 'xn--bcher-kva.example' }, NO_TEXT)).toContain("'@bucher.example'");
  });
});
