import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { T0 } from '../../store/sample-visit.ts';
import type { TestStore } from '../../store/test-store.ts';
import { fillFromCorpus, readRealSites } from './fill-from-corpus.ts';
import { readJudgedQueries } from './judged-queries.ts';

const sites = readRealSites();
if (sites === null) console.log('authority and copies over real files: skipped, their folder is not there');

/** Least share of equally good pairs with the better known site first. Without authority, the share is 0.36. */
const MIN_DECIDED = 0.6;

describe.runIf(sites)('a search by relevance', () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openEmbeddedTestStore();
    await fillFromCorpus(opened.store, sites ?? [], T0);
  }, 300_000);
  afterAll(() => opened?.close());

  const find = async (q: string) => {
    const asked = { page: 1, perPage: 50, includeUnlisted: false, verified: false, scope: 'all', sort: 'relevance' };
    return (await opened.store.search({ ...asked, scope: 'all', sort: 'relevance', q })).results.map(
      (one) => one.domain,
    );
  };
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
      // A site without the words is not a match at any authority.
      if (!places.includes(-1)) decided[isVerified ? 'verified' : 'authority'].push(places[0] < places[1]);
      await stand(better, 40);
      await stand(other, 40);
    }
    const share = (some: readonly boolean[]) => some.filter(Boolean).length / some.length;
    console.log(`authority decides ${share(decided.authority)}, verification ${share(decided.verified)}`);
    expect(share(decided.authority)).toBeGreaterThanOrEqual(MIN_DECIDED);
    expect(share(decided.verified)).toBe(1);
  }, 120_000);

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

function readTable(file: string): string[][] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.slice(1).map((line) => line.split('\t'));
}
