import { expect, it } from 'vitest';
import { rowOf } from '../../../src/site/content/row.ts';
import { highlighterFor } from '../../../src/site/content/views/search/highlight.ts';
import { withWhy } from '../../../src/site/content/views/search/why-view.ts';
import { siteView } from '../../../src/site/content/views/sites/site-view.ts';
import { findInStore } from '../../site/open-built-search.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { T0 } from '../../store/sample-visit.ts';
import { fillFromCorpus, readRealSites } from './fill-from-corpus.ts';
import { readJudgedQueries } from './judged-queries.ts';

const QUERIES = 60;
const SHOWN = 20;

const sites = readRealSites();
if (sites === null) console.log('why real files were found: skipped, their folder is not there');

it.runIf(sites)(
  'gives a reason for nearly every search result',
  async () => {
    const { store, close } = await openEmbeddedTestStore();
    await fillFromCorpus(store, sites ?? [], T0);
    const queries = readJudgedQueries().filter(
      ({ kind }) => kind !== 'none' && kind !== 'navigational' && kind !== 'misspelt',
    );
    const silent: string[] = [];
    let rows = 0;
    let withoutLine = 0;
    for (const { query } of queries.slice(0, QUERIES)) {
      const domains = await findInStore(store, query, SHOWN);
      const matches = await store.findMatches(query, domains);
      const highlight = highlighterFor(query);
      for (const summary of await store.getSummaries(domains)) {
        const row = rowOf(summary);
        const { why, name, domain, about } = withWhy(siteView(row), row, matches.get(row.domain), highlight);
        const isMarked = [name, domain, about].some((text) => highlight(text ?? '').some(({ isMatch }) => isMatch));
        rows += 1;
        if (!why) withoutLine += 1;
        if (!why && !isMarked) silent.push(`${query}: ${domain}`);
      }
    }
    await close();
    console.log(`rows ${rows}, without a line ${withoutLine}, silent ${silent.length}`);
    expect(rows).toBeGreaterThan(300);
    expect(silent.length / rows, silent.join('; ')).toBeLessThanOrEqual(0.05);
  },
  1_800_000,
);
