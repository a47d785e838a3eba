import { readTsv } from '../../../read-tsv.ts';

/** Real file with grades of people, without its text, which belongs to its site. */
export interface JudgedEntry {
  /** Name of the file. */
  readonly file: string;
  /** URL of a copy, or of the site's file, which may have changed. */
  readonly address: string;
  /** SHA-256 of the graded bytes. */
  readonly sha256: string;
  readonly bytes: number;
  /** Grades from 1 (useless) to 5 (excellent), one per person. */
  readonly grades: readonly number[];
}

const TABLE = new URL('../../../../src/content/ruler/judged.tsv', import.meta.url);

/** Reads the judged files from `judged.tsv`, ordered by name. */
export function readJudgedSet(): readonly JudgedEntry[] {
  return readTsv(TABLE).map(([file = '', address = '', sha256 = '', bytes = '', a = '', b = '']) => ({
    file,
    address,
    sha256,
    bytes: Number(bytes),
    grades: [a, b].filter(Boolean).map(Number),
  }));
}

/**
 * Returns the URL at which the site of a judged file serves it. Most files are named after their domain: `site__example.com.txt`.
 */
export function toSiteUrl(file: string): string {
  const domain = /^(?:site|cc)__(.+)\.txt$/.exec(file)?.[1];
  return URL.parse(`https://${domain}/llms.txt`)?.href ?? 'https://example.com/llms.txt';
}

export function meanGrade({ grades }: Pick<JudgedEntry, 'grades'>): number {
  return grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
}
