import { EDITS, type Edit, randomFor } from './edits/edits.ts';
import { computeHash } from './edits/translate.ts';

/** Returns the score of a text that a site serves at `url`. */
export type Scorer = (text: string, url: string) => number;

/** File with a grade high enough for edits. */
export interface EditableFile {
  readonly file: string;
  readonly text: string;
  readonly url: string;
}

/** File with one edit and its scores. */
export interface JudgedPair {
  readonly kind: string;
  readonly file: string;
  readonly before: number;
  readonly after: number;
  readonly isExpected: boolean;
  /** Points added by an edit that makes the file worse. */
  readonly paid: number;
}

const PAIRS_OF_KIND = 20;
const WORSE_BY = 5;
const EQUAL_WITHIN = 3;
/** Highest score of a text without content. */
const SAYS_NOTHING = 25;

/** Judges pairs of each kind of edit, from files to which it applies. */
export function judgeEdits(files: readonly EditableFile[], score: Scorer): readonly JudgedPair[] {
  return EDITS.flatMap((edit) => choosePairs(edit, files)).map(({ edit, file, url, before, after }) =>
    judgePair(edit, file, score(before, url), score(after, url)),
  );
}

function choosePairs(edit: Edit, files: readonly EditableFile[]) {
  const pairs: { edit: Edit; file: string; url: string; before: string; after: string }[] = [];
  for (const { file, text, url } of files.toSorted(
    (a, b) => computeHash(edit.kind + a.file) - computeHash(edit.kind + b.file),
  )) {
    if (pairs.length === PAIRS_OF_KIND) break;
    const edited = edit.apply(text, randomFor(edit.kind, file));
    if (edited) pairs.push({ edit, file, url, ...edited });
  }
  return pairs;
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
