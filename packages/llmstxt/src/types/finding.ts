/** Severity of a finding. An `error` makes the file invalid. `form.ts` has the weights. */
export type Severity = 'error' | 'warning' | 'info';

/** Source of a rule: the proposal, common readers, HTTP, or good practice. */
export type RuleSource = 'spec' | 'parser' | 'http' | 'convention';

/**
 * Result of a rule at one place. Lines and columns count from 1 in UTF-16 code units. Null if the finding concerns
 * the whole response.
 */
export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** `failed`: the rule is broken. `unknown`: the rule could not be judged, for example after a blocked request. */
  readonly outcome: 'failed' | 'unknown';
  readonly source: RuleSource;
  readonly line: number | null;
  readonly column: number | null;
  /** Text at the place, at most 120 characters. */
  readonly excerpt: string | null;
  readonly message: string;
  /** Number of further places of the rule. Only one finding of the rule has this member. */
  readonly more?: number | undefined;
  readonly fix: string | null;
  /** Exact replacement, if known. Offsets are UTF-16 code units in the decoded text. */
  readonly edits: readonly TextEdit[];
  readonly spec_url: string;
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
