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
 * Judges a text of which nothing else is known. It finds in a text what `lint` finds, lists no rule about an answer or a site,
 * does not say what kind of web page HTML is, and looks for no offer of a domain: a bundler leaves all that out.
 */
export function lintText(input: TextInput, options: LintOptions = {}): LintResult {
  return judge(TEXT, input, options);
}
