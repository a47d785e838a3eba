import { describe, expect, it } from 'vitest';
import { foldText, splitWords, toStem } from '../../src/search/words.ts';

describe('tokenizer', () => {
  const table: [text: string, words: string[]][] = [
    ['Payments for developers', ['payments', 'for', 'developers']],
    ['ＡＰＩ ﬁles', ['api', 'files']],
    ['Crème brûlée, Größe, Łódź', ['creme', 'brulee', 'grosse', 'lodz']],
    ['e-commerce / node.js', ['e', 'commerce', 'node', 'js']],
    ['C++17, C# and F#', ['cpp', '17', 'csharp', 'and', 'fsharp']],
    ['ASP.NET on .NET, дом.net', ['asp', 'net', 'on', 'dotnet', 'дом', 'net']],
    ['Новый йогурт', ['новый', 'йогурт']],
    ['Λόγος ΟΔΟΣ', ['λογοσ', 'οδοσ']],
    ['हिन्दी समाचार', ['हिन्दी', 'समाचार']],
    ['日本語の文書', ['日本語', 'の', '文書']],
    ['开发课程', ['开发', '课程']],
    ['ภาษาไทย', ['ภาษา', 'ไทย']],
    ['온라인 결제', ['온라인', '결제']],
    ['iOS开发', ['ios', '开发']],
    ['!!! & | ( : * <->', []],
    ['', []],
  ];
  it.each(table)('splits %s', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it('drops words above the maximum length', () => {
    expect(splitWords(`sha ${'a'.repeat(61)} ${'b'.repeat(60)}`)).toEqual(['sha', 'b'.repeat(60)]);
  });

  it('leaves a folded text unchanged', () => {
    for (const text of ['Ünïcödé ŁØRD', 'ｶﾞｷﾞ', '①②', 'ΣΑΣ']) expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe('the stem of a word', () => {
  it.each([
    ['payment', 'payments'],
    ['developing', 'development'],
    ['日本', '日本'],
  ])('matches for %s and %s', (one, other) => {
    expect(toStem(one)).toBe(toStem(other));
  });

  it.each([
    ['payment', 'paywall'],
    ['rate', 'rat'],
    ['aws', 'aw'],
    ['ios', 'io'],
    ['日本', '本日'],
  ])('differs for %s and %s', (one, other) => {
    expect(toStem(one)).not.toBe(toStem(other));
  });
});
