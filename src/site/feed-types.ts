/** Media types of feeds, by the end of their path. Pages announce feeds with these types. */
export const FEED_TYPES = {
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/feed.json': 'application/feed+json; charset=utf-8',
} as const;
