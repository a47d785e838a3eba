import { readJudgedTexts } from '../judged-texts.ts';
import { type JudgedPair, judgeEdits } from '../ruler/judge-edits.ts';
import { editableOf } from '../ruler/measure-agreement.ts';
import { scoreQuality } from '../ruler/score-quality.ts';

/** Judges edits of the judged files by the quality of the engine. */
export function judgePairs(): Promise<readonly JudgedPair[]> {
  return judgeEdits(editableOf(readJudgedTexts()), scoreQuality);
}
