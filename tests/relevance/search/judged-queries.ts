import { readTsv } from '../../read-tsv.ts';

/** Grades of results: 3 exact, 2 good, 1 acceptable. Absent results are wrong. */
export type Grades = ReadonlyMap<string, number>;

export interface JudgedQuery {
  readonly id: string;
  readonly kind: string;
  readonly query: string;
  /** Grades by domain. */
  readonly sites: Grades;
  /** Grades by URL, for queries for a page. */
  readonly pages: Grades;
}

/** Folder of a set. Both sets were judged from the files, before the measured search ran on them. */
export type JudgedSet = '.' | 'second';

export function readJudgedQueries(set: JudgedSet = '.'): JudgedQuery[] {
  const sites = readGrades(`${set}/sites.tsv`, ([, domain]) => domain);
  const pages = readGrades(`${set}/pages.tsv`, ([, , url]) => url);
  return readTsv(new URL(`${set}/queries.tsv`, import.meta.url)).map(([id = '', kind = '', query = '']) => ({
    id,
    kind,
    query,
    sites: sites.get(id) ?? new Map(),
    pages: pages.get(id) ?? new Map(),
  }));
}

function readGrades(
  file: string,
  keyOf: (row: readonly string[]) => string | undefined,
): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>();
  for (const row of readTsv(new URL(file, import.meta.url))) {
    const [id = ''] = row;
    const ofQuery = grades.get(id) ?? new Map<string, number>();
    grades.set(id, ofQuery.set(keyOf(row) ?? '', Number(row.at(-1))));
  }
  return grades;
}
