import { resolve } from 'node:path';
import type { Agreement } from '../../ruler/agreement.ts';
import { readJudgedSet } from '../../ruler/judged-set.ts';
import { type AgreementReport, measureAgreement } from '../../ruler/measure-agreement.ts';
import { scoreQuality } from '../../ruler/score-quality.ts';
import type { Console, ExitCode } from '../console.ts';
import { InputError } from '../input.ts';
import { count } from '../tally.ts';
import type { AgreeOptions } from './agree-arguments.ts';
import { readJudgedFolder } from './judged-folder.ts';
import { createProgramScorer } from './program-scorer.ts';

/** Fewer files give no meaningful figures. */
const MIN_FILES = 20;

/** Prints how well a score agrees with readers: 0 it was measured, 2 it could not be. */
export async function runAgree({ files, offline, json, program }: AgreeOptions, console: Console): Promise<ExitCode> {
  const network = offline ? null : console.network;
  const folder = await readJudgedFolder(readJudgedSet(), resolve(console.cwd, files), network);
  const { changed, missing } = folder;
  console.err(
    `agree: ${count(folder.files.length, 'judged file')}; left out: ${changed} changed, ${missing} not there\n`,
  );
  if (folder.files.length < MIN_FILES) throw new InputError(`at least ${MIN_FILES} judged files are needed`);
  const score = program.length === 0 ? scoreQuality : createProgramScorer(program);
  const report = await measureAgreement(folder.files, score);
  await console.out(json ? `${JSON.stringify(report)}\n` : renderAgreement(report));
  return 0;
}

function renderAgreement({ scores, readers, edits }: AgreementReport): string {
  const widest = Math.max(...edits.map(({ kind }) => kind.length));
  const [asExpected, pairs] = [sum(edits.map((edit) => edit.asExpected)), sum(edits.map((edit) => edit.pairs))];
  return [
    `scores:   ${renderFigures(scores)}`,
    ...(readers === null ? [] : [`readers:  ${renderFigures(readers)}, on ${count(readers.files, 'file')}`]),
    '',
    `edits:    ${asExpected} of ${pairs} move the score as a reader expects`,
    ...edits.map(
      (edit) => `  ${edit.kind.padEnd(widest)}  ${edit.expected.padEnd(6)}  ${edit.asExpected} of ${edit.pairs}`,
    ),
    '',
  ].join('\n');
}

function renderFigures({ byOne, byTwo, correlation }: Agreement): string {
  const figures = [byOne, byTwo, correlation].map((figure) => figure.toFixed(3));
  return `${figures[0]} of pairs a grade apart, ${figures[1]} of pairs two apart, rank correlation ${figures[2]}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
