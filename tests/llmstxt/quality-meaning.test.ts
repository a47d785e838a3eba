import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meaningUnits, weightOfAll } from '../../packages/llmstxt/src/quality/meaning.ts';
import { withoutMetadata } from '../../packages/llmstxt/src/quality/metadata.ts';

describe('count of meaning units', () => {
  it.each<[string, string, string[]]>([
    ['the beginnings of words', 'Integrations, Payments', ['integ', 'payme']],
    ['the same for singular and plural', 'bike bikes', ['bike', 'bike']],
    ['no words that every text has', 'All of the pages on our website', []],
    ['no numbers', '2026, 24/7', []],
    ['letters with accents', 'Réservation à Genève', ['réser', 'genèv']],
    ['two syllables of Korean', '결제를 결제는', ['결제', '결제']],
    ['overlapping pairs of Chinese', '技术支援', ['技术', '术支', '支援']],
    ['no grammar of Japanese', '料金はこちら', ['料金']],
    ['one for a word in Katakana', 'プラットフォーム', ['プラットフ']],
    ['overlapping fours of Thai', 'ภาษาไ', ['ภาษา', 'าษาไ']],
  ])('contains %s', (_, text, expected) => {
    expect(meaningUnits(text)).toEqual(expected);
  });

  it('gives similar weights to each script', () => {
    const english = weightOfAll(meaningUnits('Prices and opening hours of the bicycle rental'));
    const chinese = weightOfAll(meaningUnits('自行车租赁的价格和营业时间'));
    expect(chinese).toBeGreaterThan(english / 2);
    expect(chinese).toBeLessThan(english * 2);
  });

  it('contains no empty unit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(meaningUnits(text)).not.toContain('');
      }),
    );
  });
});

describe('filter of metadata', () => {
  it.each([
    ['Published: 2024-05-01 | Author: Jane Roe | Category: News', []],
    ['Veröffentlicht: 1. Mai 2024, Autor: Jan Roth', []],
    ['May 5, 2024', []],
    ['Compares plans. Last updated: 5 May 2024', ['compa', 'plan']],
    ['Category theory for programmers', ['categ', 'theor', 'progr']],
  ])('removes metadata from "%s"', (text, expected) => {
    expect(meaningUnits(withoutMetadata(text))).toEqual(expected);
  });
});
