import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBody, lint } from '#llmstxt';
import { readFile } from '../../../packages/llmstxt/src/parser/read-file.ts';
import { type Measurements, measure } from '../../../packages/llmstxt/src/quality/measure.ts';
import { type CorpusFile, listCorpus } from '../../llmstxt/corpus.ts';
import { familiesOf } from './families.ts';

export interface MeasuredFile {
  readonly name: string;
  readonly text: string;
  /** An invalid file has quality 0, whatever the formula gives. */
  readonly valid: boolean;
  readonly measured: Measurements;
}

export interface JudgedFile extends MeasuredFile {
  /** 1 (useless) to 5 (excellent); the mean where two people graded it. */
  readonly grade: number;
  /** One grade for each person who graded it. */
  readonly grades: readonly number[];
  /** Files of one site, or made by one program, have the same number. */
  readonly family: number;
}

/** Rows of judged.tsv: file, grades. */
export function readGrades(): ReadonlyMap<string, readonly number[]> {
  const rows = readFileSync(join(import.meta.dirname, 'judged.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  return new Map(
    rows.map((row) => {
      const [file = '', a = '', b = ''] = row.split('\t');
      return [file, [a, b].filter((grade) => grade !== '').map(Number)];
    }),
  );
}

/** Every file of the corpus; none, and a line that says so, where there is no corpus. */
export function measureCorpus(): readonly MeasuredFile[] {
  return listCorpus('llms').map(measureFile);
}

function measureFile({ name, body }: CorpusFile): MeasuredFile {
  const { text } = decodeBody(body);
  const url = urlOf(name);
  const { findings, valid } = lint({ body, url });
  return { name, text, valid, measured: measure(readFile(text, { url }), findings) };
}

/** Most files are named after their domain: `site__example.com.txt`. */
export function urlOf(name: string): string {
  const domain = /^(?:site|cc)__(.+)\.txt$/.exec(name)?.[1];
  return URL.parse(`https://${domain}/llms.txt`)?.href ?? 'https://example.com/llms.txt';
}

export function joinGrades(corpus: readonly MeasuredFile[]): readonly JudgedFile[] {
  const grades = readGrades();
  const judged = corpus.filter(({ name }) => grades.has(name));
  const families = familiesOf(judged);
  return judged.map((file, index) => {
    const given = grades.get(file.name) ?? [];
    const grade = given.reduce((sum, one) => sum + one, 0) / given.length;
    return { ...file, grade, grades: given, family: families[index] ?? index };
  });
}
