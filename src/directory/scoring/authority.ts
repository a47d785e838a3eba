import type { Components, DomainState } from '../state.ts';

/**
 * Stored with every score. Raise it with any change of a formula or weight, those of quality included: files are then
 * read and scored anew at the next visit, and until then a score keeps the version that it was computed by.
 */
export const SCORE_VERSION = 3;

/** Percent of the base that each component gives. */
export const WEIGHTS = { reach: 40, trust: 25, quality: 25, freshness: 10 } as const;
export const VERIFIED_BONUS = 15;
const MAX_AUTHORITY = 100;
/** Ranks are read on a logarithmic scale of six decades: 1 is 100, a million is 0. */
const RANK_DECADES = 6;

type ComponentName = keyof typeof WEIGHTS;
const COMPONENT_NAMES: readonly ComponentName[] = ['reach', 'trust', 'quality', 'freshness'];

/** 100·(1 − log10 rank / 6); 0 when unranked or beyond a million. */
export function reachOf(rank: number | null): number {
  if (rank === null) return 0;
  return Math.round(100 * Math.min(1, Math.max(0, 1 - Math.log10(rank) / RANK_DECADES)));
}

/** 0–100 from the four components: their weighted sum, rounded, and the bonus for a verified owner. An unknown component adds nothing. */
export function authorityOf(components: Components, verified: boolean): number {
  return Math.min(MAX_AUTHORITY, baseOf(components) + (verified ? VERIFIED_BONUS : 0));
}

// Whole numbers until the one division, so that no floating-point error decides a rounding.
function baseOf(components: Components): number {
  return Math.round(COMPONENT_NAMES.reduce((sum, name) => sum + WEIGHTS[name] * (components[name] ?? 0), 0) / 100);
}

/** One line of the sum that the page shows. */
interface AuthorityPart {
  readonly name: ComponentName;
  /** 0–100, null when unknown. */
  readonly value: number | null;
  /** Percent of the base. */
  readonly weight: number;
  /** What it adds to the base, not rounded. */
  readonly points: number;
  /** What it is made of. */
  readonly meaning: string;
  /** What would raise it; null when it is at its best. */
  readonly advice: string | null;
}

export interface AuthorityExplained {
  readonly version: number;
  readonly parts: readonly AuthorityPart[];
  /** Sum of the points, rounded. */
  readonly base: number;
  readonly bonus: number;
  /** What a verified owner would add (0 when verified). */
  readonly bonusMissing: number;
  /** Null before the first valid crawl. */
  readonly total: number | null;
}

const MEANING: Readonly<Record<ComponentName, string>> = {
  reach: 'Popularity rank on a logarithmic scale: 100 for rank 1, 0 at a million or unranked.',
  trust: 'Valid TLS, no redirect to another domain, uptime over the last 90 days, and age up to ten years.',
  quality: 'How well an agent finds the right page with this file; 0 while the file is invalid.',
  freshness: '100 when the content changed within 30 days, falling to 0 after a year.',
};

type Explained = Pick<DomainState, 'authority' | 'components' | 'verified' | 'status' | 'rank'>;

/** The whole sum with its parts, for the page: the parts' points make the base, base and bonus make the total. */
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
    base: baseOf(components),
    bonus: verified ? VERIFIED_BONUS : 0,
    bonusMissing: verified ? 0 : VERIFIED_BONUS,
    total: state.authority,
  };
}

function adviceFor(name: ComponentName, { status, rank }: Explained): string {
  switch (name) {
    case 'reach':
      return rank === null
        ? 'Unranked so far: a place among the million most visited domains would count.'
        : 'A better popularity rank; each step from 10,000 to 1,000 to 100 adds as much as the one before.';
    case 'trust':
      return 'A valid certificate, no redirect to another domain, and time: uptime reaches its best after 90 days with answers to all visits, age after ten years.';
    case 'quality':
      return status === 'valid'
        ? 'See what would raise its parts, below.'
        : 'Publish a valid llms.txt: while it is not valid, quality is 0.';
    case 'freshness':
      return 'Update the content of llms.txt when the site changes.';
  }
}
