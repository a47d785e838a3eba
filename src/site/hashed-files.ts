/** Matches files whose names change with their bytes: Astro's assets, the folders of search indexes, and dated snapshots. */
export const HASHED = /^\/(_astro|pagefind\/[0-9a-f]{16}|data\/\d{4}-\d{2}-\d{2})\//;

/** Cache field of these files, with the longest time that browsers support. */
export const HASHED_CACHE = 'public, max-age=31536000, immutable';
