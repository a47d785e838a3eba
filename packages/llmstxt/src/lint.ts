import { isBotWall } from './answer/bot-wall.ts';
import { detectBodyKind } from './answer/detect-body-kind.ts';
import { visibleText } from './answer/visible-text.ts';
import { type Judgment, judge } from './judge.ts';
import { assessQuality } from './quality/assess-quality.ts';
import { ANSWER_NEEDS } from './reporting/answer-needs.ts';
import { RULES } from './rules.ts';
import type { LintInput, LintOptions, LintResult } from './types/lint.ts';

const ANSWER: Judgment = {
  rules: RULES,
  needs: ANSWER_NEEDS,
  detect: detectBodyKind,
  assess(file, findings, { linkChecks, linksTried }) {
    const assessment = assessQuality(file, findings, linkChecks, linksTried);
    return { quality: assessment.score, assessment };
  },
  readPage: visibleText,
  isBotWall,
};

/** Judges a file with every rule whose inputs are present. Never throws. */
export function lint(input: LintInput, options: LintOptions = {}): LintResult {
  return judge(ANSWER, input, options);
}
