import type { PublishProfile } from '../../site/publish-profile.ts';

/** Of Supabase's free plan: https://supabase.com/pricing. */
const DATABASE_BYTES = 500_000_000;
/** Of a Worker on Cloudflare's free plan: https://developers.cloudflare.com/workers/platform/limits/. */
const FILES = 20_000;
/** Tables, indexes and free space of a site, as `npm run bench -- cost` has measured. */
export const SITE_BYTES = 26_100;
/** Files of a site with its share of lists and search index. */
export const SITE_FILES: Readonly<Record<PublishProfile, number>> = { lean: 1, standard: 4, full: 7 };

/** How many domains the free plans hold, in whole hundreds. */
export function freePlanDomains(profile: PublishProfile): number {
  return Math.floor(Math.min(DATABASE_BYTES / SITE_BYTES, FILES / SITE_FILES[profile]) / 100) * 100;
}
