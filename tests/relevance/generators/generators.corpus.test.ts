import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeBody, findGenerator, GENERATORS } from '#llmstxt';
import { listCorpus } from '../../llmstxt/corpus.ts';
import { readTsv } from '../../read-tsv.ts';

/** Least precision and coverage of the detection. */
const MIN_PRECISION = 0.97;
const MIN_COVERAGE = 0.6;

interface Judged {
  readonly file: string;
  readonly set: string;
  /** Program of the file. Empty for a file without marks of a program, and `other` for a program that is not in the table. */
  readonly generator: string;
}

/** Files with a manually identified program. The detection was written with set 1 only. */
const judged: readonly Judged[] = readTsv(join(import.meta.dirname, 'judged.tsv')).map(
  ([file = '', set = '', generator = '']) => ({ file, set, generator }),
);

const corpus = listCorpus('llms');

describe.skipIf(corpus.length === 0)('detection of the generator of a real file', () => {
  const found = new Map(corpus.map(({ name, body }) => [name, findGenerator(decodeBody(body).text) ?? '']));

  it.each(['1', '2'])('reaches its precision and coverage in set %s', (set) => {
    const files = judged.filter((one) => one.set === set);
    expect(files).toHaveLength(200);
    const named = files.filter(({ file }) => found.get(file) !== '');
    const right = named.filter(({ file, generator }) => found.get(file) === generator);
    const made = files.filter(({ generator }) => generator !== '');
    const [precision, coverage] = [right.length / named.length, right.length / made.length];
    console.log(
      `set ${set}: ${right.length} of ${named.length} named rightly, of ${made.length} by programs, of ${files.length}`,
    );
    expect(precision).toBeGreaterThanOrEqual(MIN_PRECISION);
    expect(coverage).toBeGreaterThanOrEqual(MIN_COVERAGE);
  });

  it.each(GENERATORS.map(({ id, example }) => [id, example]))('finds %s in the example %s', (id, example) => {
    const file = corpus.find(({ name }) => [example, `www.${example}`].some((host) => name.endsWith(`__${host}.txt`)));
    expect(found.get(file?.name ?? '')).toBe(id);
  });
});
