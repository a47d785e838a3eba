import type { Finding, Preview } from '#llmstxt';
import type { PublicFacts } from './record.ts';
import type { Components, CountryBasis, Failure, Rejection } from './state.ts';
import type { Evidence, NestedFile, ScorePoint } from './visit.ts';

/** All that the page of a domain shows, and the only thing that pages read about a domain. */
export interface DomainDetail {
  readonly facts: PublicFacts;
  readonly components: Components;
  readonly score_version: number | null;
  readonly country_basis: CountryBasis | null;
  readonly rejection: Rejection | null;
  readonly failure: Failure | null;
  /** Since when the proof of a verified domain is missing; null while it is there, and after a first absence. */
  readonly proof_missing_since: string | null;
  readonly content_changed_at: string | null;
  readonly evidence: Evidence | null;
  readonly findings: readonly Finding[];
  readonly preview: Preview | null;
  /** The owner's nested files that a visit has read, in the owner's order. */
  readonly nested: readonly NestedFile[];
  /** Oldest first, at most 90. */
  readonly history: readonly ScorePoint[];
  /** At most 6 domains that share tags, best first. */
  readonly similar: readonly {
    readonly domain: string;
    readonly title: string | null;
    readonly authority: number | null;
  }[];
}
