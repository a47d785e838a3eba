import { describe, expect, it } from 'vitest';
import { isFrequentWord, languageOf } from '../../src/search/languages.ts';

describe('the language of a text', () => {
  it.each([
    ['en', 'The best way to take payments on your site, and to send them.'],
    ['de', 'Wir sind eine Kanzlei für Steuern und Recht, mit der Sie sprechen können.'],
    ['fr', 'Nous sommes une agence dans la ville, pour les entreprises et les personnes.'],
    ['es', 'Somos una clínica para las personas con dolor, en el centro de la ciudad.'],
    ['nl', 'Wij zijn een winkel voor de fiets, en je kunt bij ons ook terecht met vragen.'],
    ['ru', 'Научные статьи для всех'],
    ['el', 'Αφυγραντήρες για το σπίτι'],
    ['ar', 'السيارات الكهربائية'],
    ['en', ''],
    ['en', 'API SDK CLI'],
  ])('is %s for “%s”', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it('has frequent words that say nothing about what is looked for', () => {
    expect(['how', 'the', 'für', 'payments'].map(isFrequentWord)).toEqual([true, true, false, false]);
    expect(isFrequentWord('fur')).toBe(true);
  });
});
