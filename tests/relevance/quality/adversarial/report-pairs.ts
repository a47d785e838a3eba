import { readJudgedTexts } from '../judged-texts.ts';
import { judgeEdits } from '../ruler/judge-edits.ts';
import { findEditable } from '../ruler/measure-agreement.ts';
import { scoreQuality } from '../ruler/score-quality.ts';

/** `npm run fit -- edits` prints scores of edits that readers call worse, better or equal, by kind. */
export function reportPairs(): void {
  const pairs = judgeEdits(findEditable(readJudgedTexts()), scoreQuality);
  for (const [kind, some] of Map.groupBy(pairs, (pair) => pair.kind)) {
    const expected = some.filter(({ isExpected }) => isExpected).length;
    const scores = some.map(({ before, after, isExpected }) => `${before}→${after}${isExpected ? '' : '!'}`);
    console.log(`${kind.padEnd(38)} ${`${expected} of ${some.length}`.padStart(8)}  ${scores.join(' ')}`);
    if (process.argv.includes('--files'))
      for (const { file, isExpected } of some) if (!isExpected) console.log(`    ${file}`);
  }
  const expected = pairs.filter(({ isExpected }) => isExpected).length;
  console.log(`${expected} of ${pairs.length} as expected, from ${new Set(pairs.map(({ file }) => file)).size} files`);
}
