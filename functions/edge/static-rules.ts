import { QUERY_PATHS } from '../../src/directory/urls.ts';
import { extensions } from '../../src/site/build/content-type.ts';
import { FILE_PATH } from '../../src/site/file-path.ts';
import { HASHED, HASHED_CACHE } from '../../src/site/hashed-files.ts';
import { BADGE_CACHE, PAGE_CACHE } from '../http/pipeline/caching.ts';

/**
 * Requests that a router may answer with a built file. The Node host answers all other requests, and requests without a file.
 * All routers are generated from this declaration. The expressions match a path with its query, and mean the same in JavaScript
 * and RE2.
 */
export const STATIC_RULES = {
  methods: ['GET', 'HEAD'],
  /** Fields that only the Node host compares with a file. */
  otherFields: ['Range', 'If-Unmodified-Since'],
  /** Spelling of built file names. The Node host answers or rejects any other. */
  target: `^(/|${FILE_PATH.source.replaceAll('\\/', '/').slice(1, -1)})(\\?|$)`,
  /** Paths that depend on the query, file names instead of URLs, and the file for static hosts. */
  live: String.raw`^(${QUERY_PATHS.join('|')})(\.md)?\?.|^/badge/[^?]*\?.|\.html(\?|$)|^/_headers`,
  /** Paths with one representation, for any `Accept`. */
  file: String.raw`\.(${extensions().join('|')})(\?|$)`,
  /** Paths with several representations, although a domain may end like a file name. */
  site: String.raw`^/domain/[^/?]+(\?|$)`,
  /** `Accept` values that mean HTML without comparing weights. */
  acceptsPage: String.raw`^(\*/\*)?$|(^|,) *text/html *(,|$)`,
  /** `Accept` values with another representation, perhaps with a higher weight. */
  acceptsOther: 'markdown|json',
} as const;

/** Path that the Node host serves to a local monitor. */
export const PRIVATE_PATH = '/metrics';

/** Cache fields of files by path. The first match applies. */
export const FILE_CACHES = [
  [HASHED, HASHED_CACHE],
  [/^\/badge\//, BADGE_CACHE],
  [/^/, PAGE_CACHE],
] as const;
