import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visitWords } from '../../packages/llmstxt/src/quality/words.ts';

function wordsOf(text: string): string[] {
  const words: string[] = [];
  visitWords(text, (word) => words.push(word) > 0);
  return words;
}

describe('words', () => {
  it.each<[string, string, string[]]>([
    ['Latin letters in lower case', 'Hello, World', ['hello', 'world']],
    ['accents and numbers', 'Straße été 2026', ['straße', 'été', '2026']],
    ['Cyrillic, Greek and Arabic', 'Привет κόσμε مرحبا', ['привет', 'κόσμε', 'مرحبا']],
    ['Hangul, which has spaces', '안녕 세계', ['안녕', '세계']],
    ['two Chinese characters as one word', '提供技術支援', ['提供', '技術', '支援']],
    ['Japanese beside Latin', 'Wixは便利', ['wix', 'は便', '利']],
    ['four letters of Thai as one word', 'ภาษาไทยดีมาก', ['ภาษา', 'ไทยด', 'ีมาก']],
    ['no targets of links', 'see [the guide](https://example.com/a-b) now', ['see', 'the', 'guide', 'now']],
    ['no addresses', 'at https://example.com/path?x=1, today', ['at', 'today']],
    ['no tags and entities', 'a<br> b <a href="/c">d</a> e&nbsp;f &#8230;', ['a', 'b', 'd', 'e', 'f']],
    ['words that only look like a tag', '<Details on our plans>', ['details', 'on', 'our', 'plans']],
    ['no pictures', 'done ✅ 🎉', ['done']],
  ])('are %s', (_, text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  it('come one after the other until nobody wants more', () => {
    const seen: string[] = [];
    visitWords('one two three', (word) => seen.push(word) < 2);
    expect(seen).toEqual(['one', 'two']);
  });

  it('are never empty, and the same whatever stands between them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zäöüéñ]{1,12}$/)),
        fc.constantFrom(' ', ', ', '\n', ' | ', ' … '),
        (words, gap) => {
          expect(wordsOf(words.join(gap))).toEqual(words);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(wordsOf(text)).not.toContain('');
      }),
    );
  });
});
