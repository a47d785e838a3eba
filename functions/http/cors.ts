import type { Fields } from './answer.ts';

/** Any page may read public answers; no credential ever goes along, so `*` is safe. */
export const CORS: Fields = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Age, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, WWW-Authenticate',
};

/** Seconds that a browser may remember a preflight; browsers cap it at two hours or less. */
const PREFLIGHT_MAX_AGE_S = 7_200;

/** The fields of the answer to a preflight for a path with these methods. */
export function preflightFields(allow: string): Fields {
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID',
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
  };
}
