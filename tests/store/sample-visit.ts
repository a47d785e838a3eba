import type { DomainState } from '../../src/directory/state.ts';
import type { AppliedVisit, LeasedDomain, SeededOwner } from '../../src/store/store.ts';
import { leaseOne } from './lease-one.ts';
import type { TestStore } from './test-store.ts';

export const T0 = Date.parse('2026-03-01T12:00:00.000Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const instant = (ms: number) => new Date(ms).toISOString();

/** Creates a visit with the result `next`, like the crawl. */
export function toVisit(
  claimed: LeasedDomain,
  run: string,
  at: number,
  next: Partial<DomainState> = {},
  more: Partial<AppliedVisit> = {},
): AppliedVisit {
  const state: DomainState = { ...claimed.state, last_checked: instant(at), ...next };
  return {
    lease: claimed.lease,
    run,
    hold: false,
    next: state,
    alerts: [],
    point: null,
    dueAt: instant(at + DAY),
    evidence: {
      at: instant(at),
      duration_ms: 12,
      url: `https://${state.domain}/llms.txt`,
      final_url: `https://${state.domain}/llms.txt`,
      chain: [`https://${state.domain}/llms.txt`],
      status: 200,
      failure: null,
      not_modified: false,
      headers: { 'content-type': 'text/plain' },
      hash: 'abc',
      bytes: 10,
      robots: 'allowed',
    },
    findings: null,
    quality: null,
    preview: null,
    text: null,
    ...more,
  };
}

/** Stores a visit of a tracked domain in the run `run`. */
export async function visitNow(
  { store, clock }: Pick<TestStore, 'store' | 'clock'>,
  domain: string,
  next: Partial<DomainState> = {},
  more: Partial<AppliedVisit> = {},
) {
  return await store.apply(toVisit(await leaseOne(store, domain), 'run', clock.now, next, more));
}

/** State of a valid, listed site after a visit. */
export const LISTED: Partial<DomainState> = {
  status: 'valid',
  tier: 'listed',
  authority: 40,
  components: { reach: 10, trust: 80, quality: 90, freshness: 100 },
  score_version: 1,
};

/** Search options of the interface. */
export const RECORD_BY_AUTHORITY = { scope: 'record', sort: 'authority' } as const;

/** Stored data of a verified owner. */
export const toOwner = (domain: string): SeededOwner => ({
  domain,
  verified_at: instant(T0 - DAY),
  description: 'ours',
  tags: ['docs'],
  nested_llms_txt: [`https://${domain}/docs/llms.txt`],
  contact: `mail@${domain}`,
});

/** Point of the score history. */
export const toPoint = (at: number, authority: number | null) => ({
  at: instant(at),
  status: 'valid' as const,
  authority,
  score_version: 2,
  reach: null,
  trust: 80,
  quality: 90,
  freshness: 100,
});

/** Preview of a file with this title and size. */
export const toPreview = (title: string, bytes: number) => ({
  title,
  summary: null,
  details: null,
  sections: [],
  bytes,
  tokens: 3,
  truncated: false,
});
