import type { Span } from './document.ts';
import type { LlmsFile, MarkKind } from './file.ts';
import type { RuleSource, Severity, TextEdit } from './finding.ts';
import type { DecodedBody, DetectedBody, LintInput } from './lint.ts';

/** What a rule reports about one place, or about the whole when `at` is null. */
export interface RuleReport {
  readonly at: Span | null;
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
export interface RuleContext extends DetectedBody {
  readonly decoded: DecodedBody | null;
  readonly file: LlmsFile | null;
  readonly input: LintInput;
  /** True where a bot wall answered in place of the site. */
  readonly isBotWall: boolean;
}

/**
 * What must be known before a rule can be judged: that the server answered (`request`), a response that is the file, its body,
 * an llms.txt in it, or something else of the site.
 */
export type RuleNeed = 'request' | 'response' | 'body' | 'file' | 'homepage' | 'links' | 'full file' | 'both hosts';

/** What an author of a rule writes about it. */
export interface RuleLiteral {
  /** Permanent, kebab-case, and the name of the rule's file. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly source: RuleSource;
  readonly fix: string;
  /** Where a reader finds what the rule is about; each source has a default. */
  readonly specUrl?: string;
  /** More than what it reads: the body of an answer, or the file in a text. */
  readonly needs?: RuleNeed;
}

/** Judges the text. Runs only when the body is an llms.txt. */
export interface TextCheck {
  readonly reads: 'text';
  /** Marks whose number is the number of findings, when more were counted than kept. */
  readonly marks?: readonly MarkKind[];
  check(file: LlmsFile, input: LintInput): Iterable<RuleReport>;
}

/** Judges the answer as a whole. Runs on every input. */
export interface AnswerCheck {
  readonly reads: 'answer';
  check(context: RuleContext): Iterable<RuleReport>;
}

/** `weight`: what one finding costs of the 100 of form, a part of quality. */
export type Rule = Required<RuleLiteral> & { readonly weight: number } & (TextCheck | AnswerCheck);

/**
 * What a page about a rule shows of it. A check needs none of it, so a browser that checks does not load it.
 * `before` breaks the rule, `after` does not. What cannot be seen is written as an escape.
 */
export interface RuleExample {
  /** Why the rule matters, in a sentence or two. */
  readonly why: string;
  readonly before: string;
  readonly after: string;
}

/** Reason and example of a rule. */
export interface RuleExplanation {
  readonly why: string;
  readonly example: { readonly before: string; readonly after: string };
}
