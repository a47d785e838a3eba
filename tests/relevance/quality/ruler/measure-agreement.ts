import { groupBy } from '../../../../packages/llmstxt/src/group-by.ts';
import { lint } from '../../../../packages/llmstxt/src/index.ts';
import { type Agreement, computeAgreement } from './agreement.ts';
import { EDITS, type Expected } from './edits/edits.ts';
import { type EditableFile, type JudgedPair, judgeEdits, type Scorer } from './judge-edits.ts';
import { type JudgedEntry, meanGrade, toSiteUrl } from './judged-set.ts';

export interface JudgedText extends JudgedEntry {
  readonly text: string;
}

/** Results of one kind of edit. */
interface EditAgreement {
  readonly kind: string;
  readonly expected: Expected;
  readonly asExpected: number;
  readonly pairs: number;
}

export interface AgreementReport {
  readonly files: number;
  readonly scores: Agreement;
  /** Agreement between two readers on files graded by both. Null without such files. */
  readonly readers: (Agreement & { readonly files: number; readonly equal: number }) | null;
  readonly edits: readonly EditAgreement[];
  readonly pairs: readonly JudgedPair[];
}

/** Lowest grade of an edited file, because an edit of a bad file can hardly make it worse. */
const MIN_EDITED_GRADE = 3;

/**
 * Measures how well a score agrees with readers, on graded files and on edits of the better ones. Scores each text
 * once.
 */
export function measureAgreement(
  files: readonly JudgedText[],
  editable: readonly EditableFile[],
  score: Scorer,
): AgreementReport {
  const known = new Map<string, number>();
  const scoreOnce: Scorer = (text, url) => {
    const key = `${url} ${text}`;
    const found = known.get(key) ?? score(text, url);
    known.set(key, found);
    return found;
  };
  const scores = files.map(({ file, text }) => scoreOnce(text, toSiteUrl(file)));
  const pairs = judgeEdits(editable, scoreOnce);
  return {
    files: files.length,
    scores: computeAgreement(scores, files.map(meanGrade)),
    readers: agreementOfReaders(files),
    edits: countEdits(pairs),
    pairs,
  };
}

/** Returns the files for edits: valid files with a grade of 3 or better. */
export function findEditable(files: readonly JudgedText[]): readonly EditableFile[] {
  return files.flatMap((entry) => {
    const { file, text } = entry;
    const url = toSiteUrl(file);
    return meanGrade(entry) >= MIN_EDITED_GRADE && lint({ body: text, url }, { assessQuality: false }).valid
      ? [{ file, text, url }]
      : [];
  });
}

/** Returns the agreement of two readers, the most that a score can reach. */
function agreementOfReaders(files: readonly JudgedText[]): AgreementReport['readers'] {
  const both = files.filter(({ grades }) => grades.length === 2);
  if (both.length === 0) return null;
  const listGrades = (reader: number) => both.map(({ grades }) => grades[reader] ?? 0);
  const [first, second] = [listGrades(0), listGrades(1)];
  const equal = first.filter((grade, at) => grade === second[at]).length;
  return { ...computeAgreement(first, second), files: both.length, equal };
}

function countEdits(pairs: readonly JudgedPair[]): EditAgreement[] {
  const byKind = groupBy(pairs, ({ kind }) => kind);
  return EDITS.map(({ kind, expected }) => {
    const some = byKind.get(kind) ?? [];
    return { kind, expected, asExpected: some.filter(({ isExpected }) => isExpected).length, pairs: some.length };
  });
}
