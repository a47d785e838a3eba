import { type JudgedPair, judgeEdits } from '../../../../packages/llmstxt/ruler/judge-edits.ts';
import { editableOf } from '../../../../packages/llmstxt/ruler/measure-agreement.ts';
import { scoreQuality } from '../../../../packages/llmstxt/ruler/score-quality.ts';
import { readJudgedTexts } from '../judged-texts.ts';

/** Judges edits of the judged files by the quality of the engine. */
export function judgePairs(): Promise<readonly JudgedPair[]> {
  return judgeEdits(editableOf(readJudgedTexts()), scoreQuality);
}
