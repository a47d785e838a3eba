import { topicsOf } from '../../src/search/topics/topics-of.ts';
import { inHalves, readJudgedSites } from '../relevance/topics/judged-topics.ts';
import { measureSimilar } from '../relevance/topics/measure-similar.ts';
import { coverageOf, measureEachTopic, measureTopics, precisionOf } from '../relevance/topics/measure-topics.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { inTurn, report } from './figure.ts';

/** Measures the precision of topics on the judged sites: `npm run bench -- topics`. */
const BENCH = 'topics';

const sites = readJudgedSites();
if (sites.length === 0) console.log('topics: skipped, the folder of real files is not there');
else await measure();

async function measure(): Promise<void> {
  for (const [name, half] of Object.entries(inHalves(sites))) {
    const measured = measureTopics(half);
    const figure = (what: string) => ({ bench: BENCH, figure: `${name}: ${what}` });
    report({ ...figure('given'), value: measured.given, unit: 'topics' });
    report({ ...figure('right'), value: measured.right, unit: 'topics' });
    report({ ...figure('precision'), value: precisionOf(measured), unit: 'of 1', bar: { atLeast: 0.85 } });
    report({ ...figure('coverage'), value: coverageOf(measured), unit: 'of 1', bar: { atLeast: 0.6 } });
    for (const [topic, each] of measureEachTopic(half)) {
      const { given, right, having, covered } = each;
      console.log(`${name}: ${topic}: ${right} of ${given} right; ${covered} of ${having} found`);
    }
  }
  const { all } = await inTurn(3, {
    all: () => {
      const start = performance.now();
      for (const { facts } of sites) topicsOf(facts);
      return performance.now() - start;
    },
  });
  report({ bench: BENCH, figure: 'one site', value: all / sites.length, unit: 'ms' });
  const { store, close } = await openEmbeddedTestStore();
  const similar = await measureSimilar(store, sites).finally(close);
  report({ bench: BENCH, figure: 'sites with similar ones', value: similar.sites, unit: 'sites' });
  const share = { value: similar.right / similar.shown, unit: 'of 1', bar: { atLeast: 0.7 } };
  report({ bench: BENCH, figure: 'of the first three similar sites those that share the topic', ...share });
}
