/** Creates keyed hashes, so that stored values reveal nothing. */
export interface UsesFingerprint {
  fingerprint(text: string): string;
}

/** Called once for a new domain, so that a running crawl visits it immediately. `network` is an opaque key. */
export interface ReportsQueued {
  queued(domain: string, network: string): void;
}

/** Called after a domain's record changed, to clear caches. */
export interface ReportsChanges {
  changed(domain: string): void;
}
