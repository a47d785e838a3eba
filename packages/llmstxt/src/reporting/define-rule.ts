import { SEVERITY_WEIGHTS } from '../quality/parts/form.ts';
import type { RuleSource } from '../types/finding.ts';
import type { AnswerCheck, Rule, RuleLiteral, TextCheck } from '../types/rule.ts';

const SPEC_URLS: Readonly<Record<RuleSource, string>> = {
  spec: 'https://llmstxt.org/#format',
  parser: 'https://spec.commonmark.org/0.31.2/',
  http: 'https://www.rfc-editor.org/rfc/rfc9110',
  convention: 'https://llmstxt.org/',
};

export function defineRule(literal: RuleLiteral & (TextCheck | AnswerCheck)): Rule {
  const needs = literal.reads === 'text' ? 'file' : 'body';
  return { specUrl: SPEC_URLS[literal.source], needs, ...literal, weight: SEVERITY_WEIGHTS[literal.severity] };
}
