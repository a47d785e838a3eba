import type { ErrorCode } from '../directory/errors.ts';
import type { QuotaGroup } from './quotas.ts';

/** How long an answer may be used again. */
export interface Freshness {
  /** Seconds for which others may use it without asking, and for how long after that while they ask. */
  readonly maxAgeS: number;
  readonly staleS: number;
  /** Milliseconds for which this process gives it again without asking the store; 0: never. */
  readonly keepMs: number;
}

/** Facts that a crawl changes a few times a day. Changes made by this process show at once, whatever is kept. */
export const RECORD: Freshness = { maxAgeS: 60, staleS: 600, keepMs: 5_000 };
/** Kept for less time than a record: changes made by other processes show only after it. */
export const LIST: Freshness = { maxAgeS: 60, staleS: 600, keepMs: 2_000 };
/** Counts per country and rules. */
export const SLOW: Freshness = { maxAgeS: 300, staleS: 3_600, keepMs: 30_000 };
/** The result of a visit, for as long as a repeat would answer the same one anyway. */
export const VISIT: Freshness = { maxAgeS: 60, staleS: 60, keepMs: 0 };

/** Followers ask for what is new: a copy that others keep would hold it back, and one change is to reach them within a second. */
export const LOG: Freshness = { maxAgeS: 0, staleS: 0, keepMs: 250 };

/** How an operation is reached over HTTP. What it takes and gives is the operation's own. */
export interface HttpRoute<Output> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for a member of the input that is a path segment. */
  readonly path: string;
  readonly quota: QuotaGroup;
  /** The input, but for the path's members, is a JSON body; without it, a body is not read. */
  readonly takesBody?: true;
  /** Absent: the answer is for this client alone, or a change; nobody stores it. */
  readonly freshness?: Freshness;
  /** The name of an answer that a client can know without having had it; null where only the answer itself has one. The entity tag is made of it. */
  versionOf?(output: Output): string | null;
  /** The answer as lines of JSON too, for who accepts `application/x-ndjson`. */
  lines?(output: Output): readonly unknown[];
  /** The answer as a table too, for clients that accept `text/csv`. */
  csv?(output: Output): string;
  /** The answer is this text, as plain text, and nothing else. */
  plainText?(output: Output): string;
  /** The answer counts as a lookup of its domain. */
  readonly countsLookup?: true;
  /** Further representations, which the site answers, each with an example. */
  readonly alsoAs?: Readonly<Record<string, string>>;
  /** Further JSON representations, made from the same answer, each with an example. */
  readonly jsonAs?: Readonly<Record<string, { from(output: Output): unknown; readonly example: unknown }>>;
  /** Reports its progress to who accepts `text/event-stream`. */
  readonly streams?: true;
  /** Successful statuses and what they mean, the usual one first. */
  readonly success: Readonly<Record<number, string>>;
  /** Codes that this route may answer with beside those that follow from its input and its access. */
  readonly errors: readonly ErrorCode[];
  /** Status and fields of a successful answer, where they depend on it; 200 otherwise. */
  respond?(output: Output): { readonly status: number; readonly headers: Readonly<Record<string, string>> };
}
