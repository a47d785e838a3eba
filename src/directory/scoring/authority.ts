import type { Components, DomainState } from '../state.ts';

/**
 * Version stored with every score. Increase the version with every change of a formula or weight, including quality. The next
 * visit of a site then reads and scores its file again. Until then, the stored score and its version stay.
 */
export const SCORE_VERSION = 3;

/** Share of each component in the base, in percent. */
export const WEIGHTS = { reach: 40, trust: 25, quality: 25, freshness: 10 } as const;
export const VERIFIED_BONUS = 15;
const MAX_AUTHORITY = 100;
/** Decades of the logarithmic rank scale. Rank 1 gives 100, and rank 1,000,000 gives 0. */
const RANK_DECADES = 6;

type ComponentName = keyof typeof WEIGHTS;
const COMPONENT_NAMES: readonly ComponentName[] = ['reach', 'trust', 'quality', 'freshness'];

/** Computes 100·(1 − log10 rank / 6), or 0 if unranked or beyond a million. */
export function computeReach(rank: number | null): number {
  if (rank === null) return 0;
  return Math.round(100 * Math.min(1, Math.max(0, 1 - Math.log10(rank) / RANK_DECADES)));
}

/**
 * Computes authority, 0–100: the rounded weighted sum of the four components, and the bonus for a verified owner. An
 * unknown component adds nothing.
 */
export function computeAuthority(components: Components, verified: boolean): number {
  return Math.min(MAX_AUTHORITY, computeBase(components) + (verified ? VERIFIED_BONUS : 0));
}

// Use integers until the division, so that no floating-point error affects the rounding.
function computeBase(components: Components): number {
  return Math.round(COMPONENT_NAMES.reduce((sum, name) => sum + WEIGHTS[name] * (components[name] ?? 0), 0) / 100);
}

interface AuthorityPart {
  readonly name: ComponentName;
  /** Value from 0 to 100, or null if unknown. */
  readonly value: number | null;
  /** Weight in the base, in percent. */
  readonly weight: number;
  /** Points added to the base, not rounded. */
  readonly points: number;
  readonly meaning: string;
  /** Advice to raise the value, or null at the maximum. */
  readonly advice: string | null;
}

export interface AuthorityExplained {
  readonly version: number;
  readonly parts: readonly AuthorityPart[];
  /** Rounded sum of the points. */
  readonly base: number;
  readonly bonus: number;
  /** Bonus that a verified owner would add, or 0 if verified. */
  readonly bonusMissing: number;
  /** Null before the first valid crawl. */
  readonly total: number | null;
}

const MEANING: Readonly<Record<ComponentName, string>> = {
  reach: 'Popularity rank on a logarithmic scale: 100 for rank 1, 0 at a million or unranked.',
  trust: 'Valid TLS, no redirect to another domain, uptime over the last 90 days, and age up to ten years.',
  quality: 'Measures how well an agent finds the right page with this file. 0 if the file is invalid.',
  freshness: '100 if the content changed within 30 days, then falls to 0 after a year.',
};

type Explained = Pick<DomainState, 'authority' | 'components' | 'verified' | 'status' | 'rank'>;

/** Explains the authority for the page. The parts add up to the base. Base and bonus add up to the total. */
export function explainAuthority(state: Explained): AuthorityExplained {
  const { components, verified } = state;
  return {
    version: SCORE_VERSION,
    parts: COMPONENT_NAMES.map((name) => {
      const value = components[name];
      return {
        name,
        value,
        weight: WEIGHTS[name],
        points: (WEIGHTS[name] * (value ?? 0)) / 100,
        meaning: MEANING[name],
        advice: value === 100 ? null : adviceFor(name, state),
      };
    }),
    base: computeBase(components),
    bonus: verified ? VERIFIED_BONUS : 0,
    bonusMissing: verified ? 0 : VERIFIED_BONUS,
    total: state.authority,
  };
}

function adviceFor(name: ComponentName, { status, rank }: Explained): string {
  switch (name) {
    case 'reach':
      return rank === null
        ? 'Unranked. A rank among the million most visited domains would count.'
        : 'A better popularity rank. Each step from 10,000 to 1,000 to 100 adds the same number of points.';
    case 'trust':
      return 'A valid certificate, no redirect to another domain, and time. Uptime reaches 100% after 90 days with responses to all visits, and age its maximum after ten years.';
    case 'quality':
      return status === 'valid'
        ? 'See the advice for its parts below.'
        : 'Publish a valid llms.txt, because the quality of an invalid file is 0.';
    case 'freshness':
      return 'Update the content of llms.txt if the site changes.';
  }
}
