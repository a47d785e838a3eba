import type { Span } from './document.ts';
import type { LlmsFile, MarkKind } from './file.ts';
import type { RuleSource, Severity, TextEdit } from './finding.ts';
import type { DecodedBody, DetectedBody, LintInput } from './lint.ts';

/** Report of a rule about one place, or about the whole file if `at` is null. */
export interface RuleReport {
  readonly at: Span | null;
  /** Message in one or two sentences: fault, reason and advice. */
  readonly message: string;
  /** Advice for this place. Default: the advice of the rule. */
  readonly fix?: string | undefined;
  readonly edits?: readonly TextEdit[] | undefined;
  /** Severity of this place. Default: the severity of the rule. */
  readonly severity?: Severity | undefined;
  readonly outcome?: 'unknown' | undefined;
}

/** All inputs, for rules about the response. */
export interface RuleContext extends DetectedBody {
  readonly decoded: DecodedBody | null;
  readonly file: LlmsFile | null;
  readonly input: LintInput;
  /** Visible text of a web page. Empty for other bodies, and in a check of a text. */
  readonly pageText: string;
  /** True if a bot wall answered in place of the site. */
  readonly isBotWall: boolean;
}

/**
 * Input that a rule needs: a request with an answer (`request`), a response with the file, the body of the response, an llms.txt
 * in the body, or other data of the site.
 */
export type RuleNeed = 'request' | 'response' | 'body' | 'file' | 'homepage' | 'links' | 'full file' | 'both hosts';

export interface RuleLiteral {
  /** Permanent id in kebab case, and name of the rule's file. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly source: RuleSource;
  readonly fix: string;
  /** URL of a page about the rule. The default depends on the source. */
  readonly specUrl?: string;
  /** Inputs in addition to the body or text. */
  readonly needs?: RuleNeed;
}

/** Judges the text. Runs only if the body is an llms.txt. */
export interface TextCheck {
  readonly reads: 'text';
  /** Mark kind whose count is the number of findings, because not all marks are kept. */
  readonly marks?: readonly MarkKind[];
  check(file: LlmsFile, input: LintInput): Iterable<RuleReport>;
}

/** Judges the whole response. Runs on every input. */
export interface AnswerCheck {
  readonly reads: 'answer';
  check(context: RuleContext): Iterable<RuleReport>;
}

/** Rule with its defaults. `weight` is the loss per finding from the 100 of form, a part of quality. */
export type Rule = Required<RuleLiteral> & { readonly weight: number } & (TextCheck | AnswerCheck);

/**
 * Data of a rule for its page. Checks do not need this data, so browsers that only check do not load it. `before` breaks the
 * rule, and `after` does not. Invisible characters are written as escapes.
 */
export interface RuleExample {
  /** Reason for the rule in one or two sentences. */
  readonly why: string;
  readonly before: string;
  readonly after: string;
}

export interface RuleExplanation {
  readonly why: string;
  readonly example: { readonly before: string; readonly after: string };
}
