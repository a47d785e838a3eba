import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInStore } from '../../site/open-built-search.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { T0 } from '../../store/sample-visit.ts';
import type { TestStore } from '../../store/test-store.ts';
import { fillFromCorpus, readRealSites } from './fill-from-corpus.ts';
import { readJudgedQueries } from './judged-queries.ts';
import { measureRelevance } from './measure.ts';

const sites = readRealSites();
if (sites === null) console.log('directory of real files: skipped, their folder is not there');

const SHOWN = 20;
/** Least share of equally good pairs with the better-known site first. Without authority, the share is 0.36. */
const MIN_DECIDED = 0.6;

describe.runIf(sites)('directory of real files', () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openEmbeddedTestStore();
    await fillFromCorpus(opened.store, sites ?? [], T0);
  });
  afterAll(() => opened?.close());

  it.each([
    ['.', { ndcg: 0.74, success: 0.885, links: 0.93 }],
    ['second', { ndcg: 0.785, success: 0.885, links: 0.83 }],
  ] as const)('finds what a person judged right: set %s', async (set, least) => {
    const { store } = opened;
    const queries = readJudgedQueries(set);
    const answers = [];
    for (const query of queries) answers.push({ query, found: await findInStore(store, query.query, SHOWN) });
    const { ndcg = 0, success = 0, mostOfNone } = measureRelevance(answers, (query) => query.sites).get('all') ?? {};
    const asked = queries.filter(({ pages }) => pages.size > 0);
    let answered = 0;
    for (const { query: q, pages } of asked) {
      const { results } = await store.searchLinks({ q, domain: null, page: 1, perPage: 10 });
      if (results.some(({ url }) => (pages.get(url) ?? 0) >= 2)) answered += 1;
    }
    const links = answered / asked.length;
    console.log(`set ${set}: nDCG@10 ${ndcg}, success@5 ${success}, links success@10 ${links}`);
    expect(ndcg).toBeGreaterThanOrEqual(least.ndcg);
    expect(success).toBeGreaterThanOrEqual(least.success);
    expect(links).toBeGreaterThanOrEqual(least.links);
    expect(mostOfNone).toBeLessThanOrEqual(5);
  });

  describe('a search by relevance', () => {
    const find = (q: string) => findInStore(opened.store, q, 50);
    const stand = (domain: string, authority: number, verified = false) =>
      opened.query('update directory.domains set authority = $2, verified = $3 where domain = $1', [
        domain,
        authority,
        verified,
      ]);

    it('ranks the better known of two good sites first, and a verified site always', async () => {
      const queries = new Map(readJudgedQueries().map(({ id, query }) => [id, query]));
      const decided = { authority: [] as boolean[], verified: [] as boolean[] };
      for (const [id = '', reason, better = '', other = ''] of readTable('standing.tsv')) {
        const isVerified = reason === 'verified';
        await stand(better, isVerified ? 30 : 90, isVerified);
        await stand(other, 30);
        const found = await find(queries.get(id) ?? '');
        const places = [found.indexOf(better), found.indexOf(other)] as const;
        // Skip pairs in which a site does not match, because it has no place at any authority.
        if (!places.includes(-1)) decided[isVerified ? 'verified' : 'authority'].push(places[0] < places[1]);
        await stand(better, 40);
        await stand(other, 40);
      }
      const share = (some: readonly boolean[]) => some.filter(Boolean).length / some.length;
      console.log(`authority decides ${share(decided.authority)}, verification ${share(decided.verified)}`);
      expect(share(decided.authority)).toBeGreaterThanOrEqual(MIN_DECIDED);
      expect(share(decided.verified)).toBe(1);
    });

    it.each(readTable('copies.tsv'))(
      'ranks for “%s” the site %s before its copy %s',
      async (query = '', original = '', copy = '') => {
        await opened.store.track([copy]);
        await stand(original, 70);
        await opened.query(
          `update directory.domains set status = 'valid', tier = 'featured', authority = 80, verified = true where domain = $1`,
          [copy],
        );
        await opened.query(
          `update directory.profiles p set title = o.title, summary = o.summary
        from directory.profiles o where p.domain = $1 and o.domain = $2`,
          [copy, original],
        );
        await opened.query(
          'insert into directory.files (domain, text_hash) select $1, text_hash from directory.files where domain = $2',
          [copy, original],
        );
        await opened.store.indexSites([copy]);
        const found = await find(query);
        expect(found).toContain(copy);
        expect(found.indexOf(original)).toBeLessThan(found.indexOf(copy));
        expect(found).toContain(original);
        await opened.remove(copy);
      },
    );
  });
});

function readTable(file: string): string[][] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.slice(1).map((line) => line.split('\t'));
}
