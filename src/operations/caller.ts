import type { Claims } from '../ownership/claim.ts';

export interface VisitProgress {
  /**
   * Called once, before the first step. `ageS` is the time since the end of the answered visit, in s. `ageS` is 0 for a
   * running visit.
   */
  begun(ageS: number): void;
  /** Current step as a short sentence. */
  step(message: string): void;
}

export interface Caller {
  /**
   * Returns the caller's claim for a domain. The holder of a claim may redeem the matching proof. During a replacement of the
   * server's secret, the caller's earlier claim follows.
   */
  claimsFor(domain: string): Claims;
  /** True if a later request of the caller gets an equal claim. If not, only the verify URL can redeem the proof. */
  readonly keepsClaim: boolean;
  /** Network of the client: an IPv4 address or an IPv6 /64. Only a hash of the network is stored. */
  readonly network: string;
  /** Domain of the caller's owner key. */
  readonly keyDomain: string | null;
  readonly progress: VisitProgress;
  /**
   * Charges a request that costs several reads to the caller's quota. The request already counted as one. Rejects with
   * `DirectoryError` rate.limited if the quota is too small.
   */
  takeReads(reads: number): Promise<void>;
}

export type Visitor = Pick<Caller, 'network' | 'progress'>;
