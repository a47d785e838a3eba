import { SEVERITY_WEIGHTS } from '../quality/parts/form.ts';
import type { RuleSource } from '../types/finding.ts';
import type { AnswerCheck, Rule, RuleLiteral, TextCheck } from '../types/rule.ts';

const SPEC_URLS: Readonly<Record<RuleSource, string>> = {
  spec: 'https://llmstxt.org/#format',
  parser: 'https://spec.commonmark.org/0.31.2/',
  http: 'https://www.rfc-editor.org/rfc/rfc9110',
  convention: 'https://llmstxt.org/',
};

type TextLiteral = Omit<TextCheck, 'reads'> & { readonly reads?: undefined };

/** Adds the defaults. A rule reads the text by default. */
export function defineRule(literal: RuleLiteral & (TextLiteral | AnswerCheck)): Rule {
  const defaults = { specUrl: SPEC_URLS[literal.source], weight: SEVERITY_WEIGHTS[literal.severity] };
  return literal.reads
    ? { ...defaults, needs: 'body', ...literal }
    : { ...defaults, needs: 'file', ...literal, reads: 'text' };
}
