import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexContent, stemStart, tokenOf } from '../../src/search/index-content.ts';
import { createScorer, type KnownWords } from '../../src/search/rank-sites.ts';
import { parseSearchQuery } from '../../src/search/search-query.ts';
import { STEM } from '../../src/search/stems.ts';
import { withPhrases } from '../../src/store/search.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { fillSamples, SAMPLE_FILES } from '../store/fill-samples.ts';
import type { TestStore } from '../store/test-store.ts';

const DOMAINS = Object.keys(SAMPLE_FILES);
let opened: TestStore;
let words: KnownWords;
beforeAll(async () => {
  opened = await openEmbeddedTestStore();
  await fillSamples(opened.store);
  const stored = await opened.store.readWords(DOMAINS, 'all');
  const contents = DOMAINS.map((domain) =>
    indexContent(domain, stored.get(domain) ?? '')
      .split(' ')
      .slice(1),
  );
  words = knownWords(contents);
});
afterAll(() => opened.close());

/** What an index finds of each lexeme, read from the contents that it is made of. */
function knownWords(contents: readonly (readonly string[])[]): KnownWords {
  const matching = (lexeme: string) => {
    const stem = lexeme.startsWith(STEM) ? lexeme.slice(STEM.length) : null;
    const whole = tokenOf(stem ?? lexeme);
    if (stem === null) return (token: string) => token === whole;
    return (token: string) => token.startsWith(stemStart(stem)) && token !== whole;
  };
  const known = new Map<string, ReadonlyMap<number, readonly number[]>>();
  const positions = (lexeme: string) => {
    const matches = matching(lexeme);
    const found =
      known.get(lexeme) ??
      new Map(
        contents
          .map((tokens, site) => [site, tokens.flatMap((token, at) => (matches(token) ? at : []))] as const)
          .filter(([, { length }]) => length > 0),
      );
    known.set(lexeme, found);
    return found;
  };
  return { positions, sitesWith: (lexeme) => positions(lexeme).size, total: contents.length };
}

describe('the ranking without a database', () => {
  it.each([
    'payments',
    'take payments online',
    'tide tables for harbors',
    'red shoes',
    'lawyer',
    'zahlungen',
    'kubernetes cluster',
    'web hooks',
    'kestrel',
    'payments.example',
    'shoe shop in berlin with cheap red running shoes',
    '日本',
    'nothing at all like this',
  ])('scores as the database does: %s', async (query) => {
    const { terms, prefix } = parseSearchQuery(query, null);
    const rows = await opened.query<{ domain: string; coverage: number; score: number; authority: number | null }>(
      `select m.*, d.authority
      from directory.score_matches(array(
        select row(k.domain, k.sort_key, s.ctid)::directory.match
        from directory.domains k join directory.search_documents s using (domain) where k.domain = any($1)), $2, $3) m
      join directory.domains d on d.domain = m.domain`,
      [DOMAINS, JSON.stringify(withPhrases(terms)), prefix],
    );
    expect(rows).toHaveLength(DOMAINS.length);
    const scorer = createScorer(terms, words);
    for (const { domain, coverage, score, authority } of rows) {
      const begins = prefix !== null && domain.startsWith(prefix);
      const name = domain === prefix ? 'same' : begins ? 'begins' : null;
      const own = scorer(DOMAINS.indexOf(domain), { authority, name });
      expect({ domain, ...own }).toEqual({
        domain,
        coverage: expect.closeTo(coverage, 5),
        score: expect.closeTo(score, 4),
      });
    }
    if (!query.startsWith('nothing')) expect(rows.some(({ score }) => score > 0)).toBe(true);
  });
});
