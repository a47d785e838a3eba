import { isBotWall } from './answer/bot-wall.ts';
import { detectBodyKind } from './answer/detect-body-kind.ts';
import { type Judgment, judge } from './judge.ts';
import { ANSWER_NEEDS } from './reporting/answer-needs.ts';
import { RULES } from './rules.ts';
import type { LintInput, LintOptions, LintResult } from './types/lint.ts';

const ANSWER: Judgment = { rules: RULES, needs: ANSWER_NEEDS, detect: detectBodyKind, isBotWall };

/** Judges a file with every rule whose inputs are present. Never throws. */
export function lint(input: LintInput, options: LintOptions = {}): LintResult {
  return judge(ANSWER, input, options);
}
