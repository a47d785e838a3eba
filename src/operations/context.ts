import type { Observation } from '../directory/visit.ts';
import type { Store } from '../store/store.ts';

/** Tells a waiting caller how far a long operation is: a short sentence for each step. */
export type Report = (message: string) => void;

/** A draft as the writer of drafts returns it. */
export interface WrittenDraft {
  readonly text: string;
  /** Pages that were read for it. */
  readonly pagesRead: number;
  /** Sentences about what was missing or cut short. */
  readonly notes: readonly string[];
}

/** What every operation works with. Doors (API, MCP) make one per request from what the composition root holds. */
export interface OperationContext {
  readonly store: Store;
  /** Without a trailing slash; every URL in an answer begins with it. */
  readonly baseUrl: string;
  readonly serviceName: string;
  readonly serverSecret: string;
  readonly now: () => number;
  /** Accept the names reserved for tests: only while a sandbox answers for them. */
  readonly reservedNames: boolean;
  /** The network that the caller comes from: an IPv4 address or an IPv6 /64. */
  readonly client: string;
  readonly report: Report;
  /** Visits a site as it is now, through the guard, and stores nothing. Rejects with `DirectoryError` site.unreachable or site.timeout. */
  observe(domain: string, report: Report): Promise<Observation>;
  /** Writes an llms.txt for a site from what it publishes. */
  draft(domain: string, report: Report): Promise<WrittenDraft>;
  /** Called once for a domain that has just been queued, so that a running crawl need not wait for its next look. */
  queued(domain: string): void;
}
