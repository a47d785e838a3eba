import { parseArgs } from 'node:util';
import { lint } from '#llmstxt';
import { qualityDetailsSchema } from '../../src/directory/visit.ts';
import { rehearse } from '../../src/jobs/rehearsal/rehearse.ts';
import type { StoredVisit } from '../../src/store/rehearsal.ts';
import { report } from './figure.ts';

/**
 * How long a rehearsal of 100,000 stored visits takes, and that it says the same twice: `npm run bench -- rehearse
 * [--count=N]`. The files have the median size of real ones (8.5 kB); they come from memory.
 */
const BENCH = 'rehearse';
const { values } = parseArgs({ options: { count: { type: 'string', default: '100000' } } });
const count = Number(values.count);
/** On two processors. */
const MAX_SECONDS = 60;
const BATCH = 200;
const LINES = 90;
/** Two runs of a part are enough to see that they are the same. */
const COMPARED = Math.min(count, 5_000);
/** So many different files, so that judging takes what it takes and making them does not. */
const FILES = 500;

const files = Array.from({ length: FILES }, (_, seed) => storedFile(seed));

function storedFile(seed: number): StoredVisit {
  const lines = [`# Site ${seed}`, '', `> What site ${seed} offers, to whom, and what it does not cover at all.`];
  for (let item = 0; item < LINES; item++) {
    if (item % 8 === 0) lines.push('', `## Section ${item}`, '');
    lines.push(
      `- [Page ${item} of ${seed}](https://site.example/docs/${item}): what it says about subject ${item * seed}`,
    );
  }
  const text = `${lines.join('\n')}\n`;
  const { quality, assessment, findings } = lint({ body: text, url: 'https://site.example/llms.txt' });
  return {
    domain: '',
    tier: 'listed',
    authority: 40,
    verified: false,
    rejection: null,
    ruling: null,
    score_version: 2,
    components: { reach: 0, trust: 80, quality, freshness: 40 },
    llms_txt: 'https://site.example/llms.txt',
    evidence: null,
    findings: findings.map((finding) => ({ ...finding, edits: [...finding.edits] })),
    quality_details: qualityDetailsSchema.parse(assessment),
    bytes: null,
    hash: 'h',
    text,
  };
}

function sourceOf(total: number) {
  let made = 0;
  return {
    listStoredVisits: async () => {
      const visits: StoredVisit[] = [];
      for (; visits.length < BATCH && made < total; made++) {
        const file = files[made % FILES];
        if (file !== undefined) visits.push({ ...file, domain: `site${String(made).padStart(7, '0')}.example` });
      }
      return visits;
    },
  };
}

const [first, second] = [await rehearse(sourceOf(COMPARED)), await rehearse(sourceOf(COMPARED))];
const differing = JSON.stringify(first) === JSON.stringify(second) ? 0 : 1;
report({ bench: BENCH, figure: 'runs that differ', value: differing, unit: 'runs', bar: { atMost: 0 } });

const start = performance.now();
const processor = process.cpuUsage();
const { judged, reproduced } = await rehearse(sourceOf(count));
const seconds = (performance.now() - start) / 1000;
const kB = files.reduce((sum, { text }) => sum + text.length, 0) / FILES / 1000;
report({ bench: BENCH, figure: 'size of a file', value: kB, unit: 'kB' });
report({ bench: BENCH, figure: 'not reproduced', value: judged - reproduced, unit: 'visits', bar: { atMost: 0 } });
const { user, system } = process.cpuUsage(processor);
// On a machine that is busy with other things this is what the rehearsal itself has taken.
const onProcessors = (user + system) / 1_000_000;
report({
  bench: BENCH,
  figure: 'time on processors',
  value: onProcessors,
  unit: 's',
  bar: { atMost: 2 * MAX_SECONDS },
});
report({ bench: BENCH, figure: `${count} visits`, value: seconds, unit: 's', bar: { atMost: MAX_SECONDS } });
