import { describe, expect, it } from 'vitest';
import { lexemesOfQuery, lexemesOfText } from '../../src/search/stems.ts';

const finds = (query: string, text: string, language: string) =>
  [...lexemesOfQuery(query)].some((lexeme) => lexemesOfText(text, language).has(lexeme));

describe('a word of a query', () => {
  it.each([
    ['payment', 'payments', 'en'],
    ['payments', 'payment', 'en'],
    ['developing', 'development', 'en'],
    ['zahlungen', 'zahlung', 'de'],
    ['zahlung', 'zahlungen', 'de'],
    ['zahlung', 'zahlungen', 'de-AT'],
    ['chevaux', 'cheval', 'fr'],
    ['научная', 'научную', 'ru'],
    ['λογοσ', 'λογου', 'el'],
    ['السيارات', 'سيارة', 'ar'],
    ['日本', '日本語', 'ja'],
    ['api', 'api', 'xx'],
  ])('%s finds %s in a text in %s', (query, text, language) => {
    expect(finds(query, text, language)).toBe(true);
  });

  it.each([
    ['payment', 'paywall', 'en'],
    ['rate', 'rat', 'en'],
    ['testing', 'tes', 'en'],
    ['日本', '本日', 'ja'],
  ])('%s does not find %s', (query, text, language) => {
    expect(finds(query, text, language)).toBe(false);
  });
});

it('knows nothing of a language that a site makes up', () => {
  expect(lexemesOfText('payments', 'constructor')).toEqual(lexemesOfText('payments', 'xx'));
  expect(lexemesOfText('payments', 'toString')).toEqual(lexemesOfText('payments', 'xx'));
});
