import { decodeBody, lint } from '#llmstxt';
import { readFile } from '../../../packages/llmstxt/src/parser/read-file.ts';
import { type Measurements, measure } from '../../../packages/llmstxt/src/quality/measure.ts';
import { type CorpusFile, listCorpus } from '../../llmstxt/corpus.ts';
import { listFamilies } from './families.ts';
import { meanGrade, readJudgedSet, toSiteUrl } from './ruler/judged-set.ts';

export interface MeasuredFile {
  readonly name: string;
  readonly text: string;
  /** True if the file is valid. An invalid file always has quality 0. */
  readonly valid: boolean;
  readonly measured: Measurements;
}

export interface JudgedFile extends MeasuredFile {
  /** Grade from 1 (useless) to 5 (excellent), or the mean of two grades. */
  readonly grade: number;
  /** Grades of one or two people. */
  readonly grades: readonly number[];
  /** Family number, which files of one site or program share. */
  readonly family: number;
}

/** Reads the grades of each judged file. */
export function readGrades(): ReadonlyMap<string, readonly number[]> {
  return new Map(readJudgedSet().map(({ file, grades }) => [file, grades]));
}

/** Measures all files of the corpus. Without the corpus, prints one line and returns no files. */
export function measureCorpus(): readonly MeasuredFile[] {
  return listCorpus('llms').map(measureFile);
}

function measureFile({ name, body }: CorpusFile): MeasuredFile {
  const { text } = decodeBody(body);
  const url = toSiteUrl(name);
  const { findings, valid } = lint({ body, url }, { assessQuality: false });
  return { name, text, valid, measured: measure(readFile(text, { url }), findings) };
}

export function joinGrades(corpus: readonly MeasuredFile[]): readonly JudgedFile[] {
  const grades = readGrades();
  const judged = corpus.filter(({ name }) => grades.has(name));
  const families = listFamilies(judged);
  return judged.map((file, index) => {
    const given = grades.get(file.name) ?? [];
    return { ...file, grade: meanGrade({ grades: given }), grades: given, family: families[index] ?? index };
  });
}
