import type { Decoded } from '../answer/decode-body.ts';
import type { BodyKind, Inspectable } from '../lint.ts';
import type { MarkKind } from '../parser/document/marks.ts';
import { SEVERITY_WEIGHTS } from '../quality/quality.ts';
import type { LlmsFile } from './file.ts';
import type { RuleSource, Severity, TextEdit } from './finding.ts';

/** Where a finding is. */
export interface FoundAt {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** What a rule says about one place, or about the whole when `at` is null. */
export interface Found {
  readonly at: FoundAt | null;
  /** What, why and what to do, in a sentence or two. */
  readonly message: string;
  /** What to type here, when it is more than the rule's own advice. */
  readonly fix?: string | undefined;
  readonly edits?: readonly TextEdit[] | undefined;
  /** Where this place is worse or better than the rule's usual. */
  readonly severity?: Severity | undefined;
  readonly outcome?: 'unknown' | undefined;
}

/** Everything that is known, for rules about the answer and not about the text. */
export interface Subject {
  readonly kind: BodyKind;
  /** What kind of thing it looks like, in words; null for a file of our kind. */
  readonly looksLike: string | null;
  readonly decoded: Decoded | null;
  readonly file: LlmsFile | null;
  readonly input: Inspectable;
}

interface RuleLiteral {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly source: RuleSource;
  readonly why: string;
  readonly fix: string;
  readonly example: { readonly before: string; readonly after: string };
  readonly specUrl?: string;
}

/** Judges what was read. Asked only when the body is an llms.txt. */
interface TextCheck {
  readonly reads: 'text';
  /** Marks whose number is the number of findings, when more were counted than kept. */
  readonly marks?: readonly MarkKind[];
  check(file: LlmsFile, input: Inspectable): Iterable<Found>;
}

/** Judges the answer as a whole. Always asked. */
interface AnswerCheck {
  readonly reads: 'answer';
  check(subject: Subject): Iterable<Found>;
}

export type Rule = Required<RuleLiteral> & { readonly weight: number } & (TextCheck | AnswerCheck);

/** Where a reader finds what the rule is about, unless the rule names a better page. */
const SPEC_URLS: Readonly<Record<RuleSource, string>> = {
  spec: 'https://llmstxt.org/#format',
  parser: 'https://spec.commonmark.org/0.31.2/',
  http: 'https://www.rfc-editor.org/rfc/rfc9110',
  convention: 'https://llmstxt.org/',
};

export function defineRule(literal: RuleLiteral & (TextCheck | AnswerCheck)): Rule {
  return { specUrl: SPEC_URLS[literal.source], ...literal, weight: SEVERITY_WEIGHTS[literal.severity] };
}
