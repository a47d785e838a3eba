import { decodeBody, lint } from '#llmstxt';
import { listCorpus } from '../../../llmstxt/corpus.ts';
import { readGrades, urlOf } from '../judged-files.ts';
import { EDITS, type Edit, randomFor } from './edits.ts';
import { hashOf } from './translate.ts';

/** A file with one edit, and what the score made of it. */
export interface JudgedPair {
  readonly kind: string;
  readonly file: string;
  readonly before: number;
  readonly after: number;
  readonly isExpected: boolean;
  /** Points that an edit got which makes the file worse. */
  readonly paid: number;
}

const PAIRS_OF_KIND = 10;
/** Of a worse file nobody says which edit makes it worse still. */
const MIN_GRADE = 3;
const WORSE_BY = 5;
const EQUAL_WITHIN = 3;
/** What texts may have that say nothing. */
const SAYS_NOTHING = 25;

/** The pairs of each kind of edit: from files of the corpus that are good enough, and have what the edit is about. */
export function judgePairs(): readonly JudgedPair[] {
  const grades = readGrades();
  const texts = listCorpus('llms').flatMap(({ name, body }) => {
    const { text } = decodeBody(body);
    const url = urlOf(name);
    return mean(grades.get(name) ?? [0]) >= MIN_GRADE && lint({ body, url }).valid ? [{ name, text, url }] : [];
  });
  return EDITS.flatMap((edit) => {
    const pairs: JudgedPair[] = [];
    for (const { name, text, url } of texts.toSorted(
      (a, b) => hashOf(edit.kind + a.name) - hashOf(edit.kind + b.name),
    )) {
      if (pairs.length === PAIRS_OF_KIND) break;
      const edited = edit.apply(text, randomFor(edit.kind, name));
      if (edited) pairs.push(judgePair(edit, name, scoreOf(edited.before, url), scoreOf(edited.after, url)));
    }
    return pairs;
  });
}

function judgePair({ kind, expected, saysNothing }: Edit, file: string, before: number, after: number): JudgedPair {
  const change = after - before;
  const isExpected = {
    worse: change <= -WORSE_BY && (!saysNothing || after < SAYS_NOTHING),
    better: change > 0,
    equal: Math.abs(change) <= EQUAL_WITHIN,
  }[expected];
  return { kind, file, before, after, isExpected, paid: expected === 'worse' ? Math.max(0, change) : 0 };
}

function scoreOf(text: string, url: string): number {
  return lint({ body: new TextEncoder().encode(text), url }).quality;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
