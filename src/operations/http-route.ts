import type { ErrorCode } from '../directory/errors.ts';
import type { QuotaGroup } from './quotas.ts';

/** Cache times of an answer. */
export interface Freshness {
  /** Seconds for which other caches may reuse the answer, and further seconds while revalidating. */
  readonly maxAgeS: number;
  readonly staleS: number;
  /** Time for which this process reuses the answer, in ms. 0 means never. */
  readonly keepMs: number;
}

/** Freshness of data that changes a few times a day. Changes by this process clear the cache. */
export const RECORD: Freshness = { maxAgeS: 60, staleS: 600, keepMs: 5_000 };
/**
 * Freshness of lists. This process caches lists more briefly than records, because changes by other processes show only
 * afterwards.
 */
export const LIST: Freshness = { maxAgeS: 60, staleS: 600, keepMs: 2_000 };
/** Freshness of counts per country and of rules. */
export const SLOW: Freshness = { maxAgeS: 300, staleS: 3_600, keepMs: 30_000 };
/** Freshness of a visit's result: the time in which a repeat returns an equal result. */
export const VISIT: Freshness = { maxAgeS: 60, staleS: 60, keepMs: 0 };

/** Freshness of changes. Changes are not cached, because followers must get a change within a second. */
export const LOG: Freshness = { maxAgeS: 0, staleS: 0, keepMs: 250 };

/** Representation of an answer other than its JSON. */
export interface Representation<Output> {
  write(output: Output): string;
  /** Description of the text. Absent for JSON in another form. */
  readonly description?: string;
}

/** Writes NDJSON, with one line per entry. */
export function writeLines(entries: readonly unknown[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** HTTP route of an operation, which defines input and output. */
export interface HttpRoute<Output> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with `{name}` for input members that are path segments. */
  readonly path: string;
  readonly quota: QuotaGroup;
  /** Kind of its visit. A request that shares a visit counts as a read. */
  readonly visits?: 'check' | 'draft';
  /** True if the input, except for path members, is a JSON body. If not true, the body is not read. */
  readonly takesBody?: true;
  /** Cache times. Absent if an answer is for one client or is a change, so that it is not stored. */
  readonly freshness?: Freshness;
  /** Returns the name of an answer before it is computed, as the base of the entity tag, or null. */
  versionOf?(output: Output): string | null;
  /** Further representations by media type. */
  readonly representations?: Readonly<Record<string, Representation<Output>>>;
  /** True if the answer has only the representations above, and no JSON. */
  readonly withoutJson?: true;
  /** True if the answer counts as a lookup of its domain. */
  readonly countsLookup?: true;
  /** Representations served by the site, each with an example. */
  readonly alsoAs?: Readonly<Record<string, string>>;
  /** True if clients that accept `text/event-stream` get the progress. */
  readonly streams?: true;
  /** Successful statuses with their meanings, most common first. */
  readonly success: Readonly<Record<number, string>>;
  /** Error codes of this route, without the codes of its input and access. */
  readonly errors: readonly ErrorCode[];
  /** Returns the status and fields of a successful answer. Default: status 200. */
  respond?(output: Output): { readonly status: number; readonly headers: Readonly<Record<string, string>> };
}
