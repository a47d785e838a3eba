import { detectTextKind } from './answer/detect-text-kind.ts';
import { type Judgment, judge } from './judge.ts';
import { scoreQuality } from './quality/assess-quality.ts';
import { QUALITY_CONSTANTS } from './quality/constants.ts';
import { measure } from './quality/measure.ts';
import { TEXT_NEEDS } from './reporting/needs.ts';
import { TEXT_RULES } from './text-rules.ts';
import type { LintOptions, LintResult, TextInput } from './types/lint.ts';

const TEXT: Judgment = {
  rules: TEXT_RULES,
  needs: TEXT_NEEDS,
  detect: (text) => detectTextKind(text),
  assess: (file, findings) => ({
    quality: Math.round(scoreQuality(measure(file, findings), QUALITY_CONSTANTS)),
    assessment: null,
  }),
  readPage: () => '',
  isBotWall: () => false,
};

/**
 * Judges a text without its response and site. Returns the text findings and the quality of `lint`. Checks no response,
 * site, web page or domain offer, and explains no quality, so a bundler drops that code.
 */
export function lintText(input: TextInput, options: LintOptions = {}): LintResult {
  return judge(TEXT, input, options);
}
