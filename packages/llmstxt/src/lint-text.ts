import { detectTextKind } from './answer/detect-text-kind.ts';
import { type Judgment, judge } from './judge.ts';
import { TEXT_NEEDS } from './reporting/needs.ts';
import { TEXT_RULES } from './text-rules.ts';
import type { LintOptions, LintResult, TextInput } from './types/lint.ts';

const TEXT: Judgment = {
  rules: TEXT_RULES,
  needs: TEXT_NEEDS,
  detect: (text) => detectTextKind(text),
  isBotWall: () => false,
};

/**
 * Judges a text without its response and site. It gives the text findings of `lint`, but checks no response, site,
 * web page or domain offer, so a bundler drops that code.
 */
export function lintText(input: TextInput, options: LintOptions = {}): LintResult {
  return judge(TEXT, input, options);
}
