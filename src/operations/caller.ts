import type { Claims } from '../ownership/claim.ts';

/** Hears of a visit that a caller waits for. */
export interface VisitProgress {
  /** Once, before the first step. `ageS`: seconds since the visit ended whose result is answered; 0 for one under way. */
  begun(ageS: number): void;
  /** What is being read: a short sentence. */
  step(message: string): void;
}

/** Who calls an operation. */
export interface Caller {
  /**
   * The caller's claim of a domain: whoever holds it may redeem the proof that goes with it. While the server's secret is being
   * replaced, the one that the caller was given before stands behind it.
   */
  claimsFor(domain: string): Claims;
  /** Whether a later request of the same caller has the same claim. Otherwise only the verify URL can redeem its proof. */
  readonly keepsClaim: boolean;
  /** The network of the client: an IPv4 address or an IPv6 /64. It is never stored as it is. */
  readonly network: string;
  /** The domain whose owner key the caller has shown. */
  readonly keyDomain: string | null;
  readonly progress: VisitProgress;
  /**
   * Takes the cost of reading so many bytes of a file from the caller's quota of reads. Rejects with `DirectoryError` rate.limited if
   * too little is left.
   */
  readBytes(bytes: number): Promise<void>;
}

/** For whom a site is visited. */
export type Visitor = Pick<Caller, 'network' | 'progress'>;
