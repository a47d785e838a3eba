/** How bad a finding is. An `error` makes the file invalid; `form.ts` has the weights. */
export type Severity = 'error' | 'warning' | 'info';

/** Where a rule comes from: the proposal's text, what common readers do, HTTP, or good practice. */
export type RuleSource = 'spec' | 'parser' | 'http' | 'convention';

/**
 * One thing that a rule saw. Lines and columns count from 1 and in UTF-16 code units;
 * null where the finding is about the answer as a whole and not about a place in the text.
 */
export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** `failed` for a broken rule; `unknown` where the rule could not be judged (for example a blocked request). */
  readonly outcome: 'failed' | 'unknown';
  readonly source: RuleSource;
  readonly line: number | null;
  readonly column: number | null;
  /** The text at the place, at most 120 characters. */
  readonly excerpt: string | null;
  readonly message: string;
  /** What to type, in words. */
  readonly fix: string | null;
  /** The exact replacement, where it can be known: offsets are UTF-16 code units into the decoded text. */
  readonly edits: readonly TextEdit[];
  readonly spec_url: string;
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
