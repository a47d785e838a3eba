import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTsv } from '../../read-tsv.ts';
import {
  compareOutcomes,
  describeFlip,
  formatOutcome,
  judgeCorpus,
  listUnexplained,
  parseOutcome,
} from './corpus-outcome.ts';

/** Outcome file of `npm run rehearse-corpus [-- --accept]`. README.md in this folder describes the file. */
const OUTCOME = join(import.meta.dirname, 'outcome.tsv');
const EXPLAINED = join(import.meta.dirname, 'explained.tsv');

const outcome = judgeCorpus();
if (outcome.length > 0) {
  if (process.argv.includes('--accept')) writeFileSync(OUTCOME, formatOutcome(outcome));
  else compare();
}

function compare(): void {
  const flips = compareOutcomes(parseOutcome(readFileSync(OUTCOME, 'utf8')), outcome);
  const explained = new Set(readTsv(EXPLAINED).map(([rule = '']) => rule));
  const unexplained = listUnexplained(flips, explained);
  const byRule = Map.groupBy(
    flips.flatMap(({ rules }) => rules),
    (id) => id,
  );
  console.log(`${outcome.length} files, ${flips.length} judged otherwise, ${unexplained.length} of them unexplained`);
  for (const [id, files] of byRule) console.log(`  ${id}: ${files.length}`);
  for (const flip of unexplained) console.log(`  ${describeFlip(flip)}`);
  if (unexplained.length > 0) process.exitCode = 1;
}
