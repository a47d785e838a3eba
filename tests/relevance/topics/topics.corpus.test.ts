import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TOPICS } from '../../../src/directory/topics.ts';
import { readTsv } from '../../read-tsv.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { inHalves, readJudgedSites, readJudgedTopics } from './judged-topics.ts';
import { measureSimilar } from './measure-similar.ts';
import { computeCoverage, computePrecision, measureTopics } from './measure-topics.ts';

describe('list of judged sites', () => {
  it('contains 220 sites, each with an existing topic or no topic', () => {
    const known = new Set(TOPICS.map(({ id }) => id));
    const rows = readJudgedTopics();
    expect(rows).toHaveLength(220);
    for (const { primary, also } of rows) {
      for (const topic of primary === null ? also : [primary, ...also]) expect(known).toContain(topic);
    }
  });

  it('uses the topics of the directory', () => {
    const judged = readTsv(join(import.meta.dirname, 'topics.tsv')).map((row) => row.slice(0, 2));
    expect(TOPICS.map(({ id, name }) => [id, name])).toEqual(judged);
  });
});

// Skip the test without the files, which belong to their sites and are not part of the project.
const sites = readJudgedSites();

describe.skipIf(sites.length === 0)('assignment of topics', () => {
  it('matches for most similar sites', async () => {
    const { store, close } = await openEmbeddedTestStore();
    const { shown, right } = await measureSimilar(store, sites).finally(close);
    expect(shown).toBeGreaterThanOrEqual(450);
    expect(right / shown).toBeGreaterThanOrEqual(0.7);
  });

  it.each(Object.entries(inHalves(sites)))('reaches its precision and coverage in the half %s', (_, half) => {
    const measured = measureTopics(half);
    console.log(measured);
    expect(computePrecision(measured)).toBeGreaterThanOrEqual(0.88);
    expect(computeCoverage(measured)).toBeGreaterThanOrEqual(0.75);
  });
});
