import type { Store } from '../store/store.ts';
import type { Check } from './check-result.ts';
import type { TestOutcome } from './test-notification.ts';
import type { MethodReport } from './verify-site.ts';

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

/** As much of the store as operations use. */
export type OperationStore = Pick<
  Store,
  | 'lookup'
  | 'list'
  | 'search'
  | 'stats'
  | 'countries'
  | 'getDetail'
  | 'getText'
  | 'track'
  | 'takeQuotas'
  | 'getClaimStanding'
  | 'verifyOwner'
  | 'updateProfile'
  | 'getChannels'
  | 'getOwnerStats'
  | 'takeRecrawl'
>;

/** What every operation works with. Doors (API, MCP) make one per request from what the composition root holds. */
export interface OperationContext {
  readonly store: OperationStore;
  /** Without a trailing slash; every URL in an answer begins with it. */
  readonly baseUrl: string;
  readonly serviceName: string;
  readonly serverSecret: string;
  readonly now: () => number;
  /** Accept the names reserved for tests: only while a sandbox answers for them. */
  readonly reservedNames: boolean;
  /** The network that the caller comes from: an IPv4 address or an IPv6 /64. */
  readonly client: string;
  /** The domain whose owner key the caller has shown. */
  readonly keyDomain?: string | undefined;
  /** A keyed hash: knows again what must not be stored. */
  fingerprint(text: string): string;
  /** Visits a site as it is now, through the guard, and stores nothing in the directory. Rejects with `DirectoryError` site.unreachable or site.timeout. */
  check(domain: string): Promise<Check>;
  /** Writes an llms.txt for a site from what it publishes. Rejects with `DirectoryError` site.unreachable or site.timeout. */
  draft(domain: string): Promise<WrittenDraft>;
  /** Looks for a proof token by all four methods, in their order. */
  prove(domain: string, token: string): Promise<readonly MethodReport[]>;
  /** Why a webhook must not be sent to this URL; null when it may. */
  vetWebhook(url: string): Promise<string | null>;
  /** Visits a domain now, as its owner's wish; the record is current when it resolves. Rejects with `DirectoryError` site.timeout while the visit goes on. */
  recrawl(domain: string): Promise<void>;
  /** Sends a test event to every channel that may be used. */
  sendTest(domain: string): Promise<readonly TestOutcome[]>;
  /** Called when a domain's record is another one: what was read before must not be answered any more. */
  changed(domain: string): void;
  /** Called once for a domain that has just been queued, so that a running crawl need not wait for its next look. */
  queued(domain: string): void;
}
