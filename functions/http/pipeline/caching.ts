import type { Freshness } from '../../../src/operations/http-route.ts';

export function cacheControl({ maxAgeS, staleS }: Omit<Freshness, 'keepMs'>): string {
  return `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}`;
}

/** A page may be one minute old, and is served while a newer one is fetched. */
export const PAGE_CACHE = cacheControl({ maxAgeS: 60, staleS: 600 });

/** Descriptions of the service change only with a release. */
export const DESCRIPTION_CACHE = cacheControl({ maxAgeS: 3_600, staleS: 86_400 });

/** Badges are fresh for five minutes and may be served for an hour, because other pages embed badges. */
export const BADGE_CACHE = cacheControl({ maxAgeS: 300, staleS: 3_600 });
