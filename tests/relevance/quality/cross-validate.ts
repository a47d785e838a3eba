import { scoreQuality } from '../../../packages/llmstxt/src/quality/assess-quality.ts';
import { fitConstants } from './fit-constants.ts';
import type { JudgedFile, MeasuredFile } from './judged-files.ts';
import { listPairs } from './ruler/agreement.ts';

/** Scores each file by constants fitted to the other folds. Families stay in one fold. */
export function scoreOutOfFold(
  judged: readonly JudgedFile[],
  all: readonly MeasuredFile[],
  folds: number,
  random: () => number,
): readonly number[] {
  const foldByFile = dealFamilies(judged, folds, random);
  const scores = new Array<number>(judged.length).fill(0);
  for (let fold = 0; fold < folds; fold++) {
    const training = judged.filter((_, index) => foldByFile[index] !== fold);
    const constants = fitConstants({
      judged: training.map(({ measured }) => measured),
      pairs: listPairs(training.map(({ grade }) => grade)),
      all,
    });
    for (const [index, { measured }] of judged.entries()) {
      if (foldByFile[index] === fold) scores[index] = scoreQuality(measured, constants);
    }
  }
  return scores;
}

/** Assigns families in random order, each to the smallest fold. */
function dealFamilies(judged: readonly JudgedFile[], folds: number, random: () => number): readonly number[] {
  const families = Map.groupBy(judged.keys(), (index) => judged[index]?.family ?? index);
  const shuffled = [...families.values()].map((members) => ({ members, at: random() })).sort((a, b) => a.at - b.at);
  const sizes = new Array<number>(folds).fill(0);
  const foldByFile = new Array<number>(judged.length).fill(0);
  for (const { members } of shuffled) {
    const fold = sizes.indexOf(Math.min(...sizes));
    sizes[fold] = (sizes[fold] ?? 0) + members.length;
    for (const index of members) foldByFile[index] = fold;
  }
  return foldByFile;
}
