import { describe, expect, it } from 'vitest';
import { RULES } from '#llmstxt';
import { failureWords } from '../../src/site/content/format/failure-words.ts';

describe('the reason of a failure', () => {
  it.each([
    ['html-body', 'the server returns a web page', '/rules/html-body'],
    ['dns', 'the domain name does not resolve', '/rules/dns-fault'],
    ['timeout', 'the server does not answer in time', '/rules/no-answer'],
    ['robots', 'robots.txt keeps our crawler out', null],
    ['too-many-redirects', 'the server redirects too often', null],
    ['gone-in-a-later-version', 'the visit failed', null],
  ])('turns %s into "%s"', (reason, words, path) => {
    expect(failureWords(reason)).toEqual({ words, path });
  });

  it('describes and links each rule of severity error', () => {
    for (const { id, severity } of RULES.filter((rule) => rule.severity === 'error')) {
      const { words, path } = failureWords(id);
      expect([severity, words, path]).toEqual(['error', expect.not.stringMatching('the visit failed'), `/rules/${id}`]);
    }
  });
});
