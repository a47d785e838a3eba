import { extensions } from '../../src/site/build/content-type.ts';
import { FILE_PATH } from '../../src/site/file-path.ts';
import { HASHED, HASHED_CACHE } from '../../src/site/hashed-files.ts';
import { BADGE_CACHE, PAGE_CACHE } from '../http/caching.ts';

/**
 * When a router may answer with a built file; the Node host answers everything else, and what has no file. Every router in front of the
 * two is made from this one declaration. The expressions match a path with its query, and JavaScript and RE2 read them alike.
 */
export const STATIC_RULES = {
  methods: ['GET', 'HEAD'],
  /** The spelling in which the build names files: the Node host answers or refuses any other. */
  target: `^(/|${FILE_PATH.source.replaceAll('\\/', '/').slice(1, -1)})(\\?|$)`,
  /** What depends on the query, names of files instead of addresses, and the file for static hosts. */
  live: String.raw`^/((browse|badges|check|generate|resolve|search)(\.md)?|badge/[^?]*)\?.|\.html(\?|$)|^/_headers`,
  /** Comes in one form, whatever a client accepts. */
  file: String.raw`\.(${extensions().join('|')})(\?|$)`,
  /** Comes in several forms, although a name of a site may end like a file. */
  site: String.raw`^/domain/[^/?]+(\?|$)`,
  /** Says HTML, or nothing in particular, without a need to weigh. */
  acceptsPage: String.raw`^(\*/\*)?$|(^|,) *text/html *(,|$)`,
  /** Says another form of a page, perhaps with more weight. */
  acceptsOther: 'markdown|json',
} as const;

/** Served by the Node host for a monitor beside it. */
export const PRIVATE_PATH = '/metrics';

/** How long an answer from a file may be kept, by its path: the first that matches. */
export const FILE_CACHES = [
  [HASHED, HASHED_CACHE],
  [/^\/badge\//, BADGE_CACHE],
  [/^/, PAGE_CACHE],
] as const;
