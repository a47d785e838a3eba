import type { PublishProfile } from '../../site/publish-profile.ts';

/** Size limit of a database on Supabase's free plan: https://supabase.com/pricing. */
const DATABASE_BYTES = 500_000_000;
/** Limit of a Worker on Cloudflare's free plan: https://developers.cloudflare.com/workers/platform/limits/. */
const FILES = 20_000;
/** Most files that do not depend on the number of sites. */
const OTHER_FILES = 700;
/** Tables, indexes and free space per site, measured by `npm run bench -- cost`. */
export const SITE_BYTES = 24_200;
/** Files per site, with its share of lists and search index. */
export const SITE_FILES: Readonly<Record<PublishProfile, number>> = { lean: 1, standard: 3, full: 8 };

/** Returns the capacity of the free plans in domains, rounded down to hundreds. */
export function freePlanDomains(profile: PublishProfile): number {
  return Math.floor(Math.min(DATABASE_BYTES / SITE_BYTES, (FILES - OTHER_FILES) / SITE_FILES[profile]) / 100) * 100;
}
