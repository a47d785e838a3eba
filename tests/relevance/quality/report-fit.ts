import { inspect as show } from 'node:util';
import { scoreQuality } from '../../../packages/llmstxt/src/quality/assess-quality.ts';
import { mulberry32 } from '../../mulberry32.ts';
import { scoreOutOfFold } from './cross-validate.ts';
import { fitConstants } from './fit-constants.ts';
import { type JudgedFile, joinGrades, type MeasuredFile, measureCorpus } from './judged-files.ts';
import { type Agreement, computeAgreement, listPairs } from './ruler/agreement.ts';

const REPEATS = 5;
const FOLDS = 5;
const SEED = 1;

/** Prints the best constants, and their agreement on files outside the fit. */
export function reportQualityFit(): void {
  const corpus = measureCorpus();
  const judged = joinGrades(corpus);
  if (judged.length === 0) return;
  const grades = judged.map(({ grade }) => grade);
  const constants = fitConstants({
    judged: judged.map(({ measured }) => measured),
    pairs: listPairs(grades),
    all: corpus,
  });
  const scores = judged.map(({ measured }) => scoreQuality(measured, constants));
  console.log(
    `${judged.length} judged files of ${corpus.length}, in ${new Set(judged.map(({ family }) => family)).size} families`,
  );
  console.log(`fitted:          ${inWords(computeAgreement(scores, grades))}`);
  reportCrossValidation(judged, corpus);
  reportGroups(judged, scores);
  console.log(`\nQUALITY_CONSTANTS = ${show(constants, { depth: 3, numericSeparator: true, breakLength: 120 })}`);
}

function inWords({ byOne, byTwo, correlation }: Agreement): string {
  return `${byOne.toFixed(3)} of pairs a grade apart, ${byTwo.toFixed(3)} of pairs two apart, rank correlation ${correlation.toFixed(3)}`;
}

function reportCrossValidation(judged: readonly JudgedFile[], all: readonly MeasuredFile[]): void {
  const grades = judged.map(({ grade }) => grade);
  const random = mulberry32(SEED);
  const rounds = Array.from({ length: REPEATS }, () =>
    computeAgreement(scoreOutOfFold(judged, all, FOLDS, random), grades),
  );
  const mean = (of: (round: Agreement) => number): number =>
    rounds.reduce((sum, round) => sum + of(round), 0) / REPEATS;
  const figures = {
    byOne: mean(({ byOne }) => byOne),
    byTwo: mean(({ byTwo }) => byTwo),
    correlation: mean(({ correlation }) => correlation),
  };
  const [least, most] = [Math.min(...rounds.map(({ byOne }) => byOne)), Math.max(...rounds.map(({ byOne }) => byOne))];
  console.log(
    `cross-validated: ${inWords(figures)} (${REPEATS} times ${FOLDS} folds; ${least.toFixed(3)} to ${most.toFixed(3)})`,
  );
}

/** Kinds of files whose agreement may differ. Sizes are in bytes. */
const GROUPS: readonly (readonly [string, (file: JudgedFile) => boolean])[] = [
  ['under 3 kB', ({ measured }) => measured.size.bytes < 3_000],
  ['without Markdown links', ({ text }) => !/\[[^\]]*\][([]/.test(text)],
  ['over 120 kB', ({ measured }) => measured.size.bytes > 120_000],
];

function reportGroups(judged: readonly JudgedFile[], scores: readonly number[]): void {
  for (const [name, belongs] of GROUPS) {
    const group = judged.flatMap((file, at) => (belongs(file) ? [{ grade: file.grade, score: scores[at] ?? 0 }] : []));
    const grades = group.map(({ grade }) => grade);
    const { correlation } = computeAgreement(
      group.map(({ score }) => score),
      grades,
    );
    const most = Math.max(...grades.map((grade) => grades.filter((other) => other === grade).length));
    console.log(
      `  ${name}: rank correlation ${correlation.toFixed(3)} (${group.length} files, ${most} of them with one grade)`,
    );
  }
}
