/** Described response fields, without fields of HTTP, caching and security. */
export const HEADERS = {
  'X-Request-Id': { description: 'ID of this request, for support.', schema: { type: 'string' } },
  RateLimit: {
    description: 'Rest of each quota (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'Quotas of this request.', schema: { type: 'string' } },
  ETag: { description: 'Strong entity tag. Send it as `If-None-Match`.', schema: { type: 'string' } },
  Age: {
    description: 'Seconds since the last visit of the site. We visit a site at most once a minute.',
    schema: { type: 'integer' },
  },
  Location: { description: 'URL of the record.', schema: { type: 'string', format: 'uri' } },
  'X-Robots-Tag': { description: '`noindex`: not for search engines.', schema: { type: 'string' } },
  'WWW-Authenticate': {
    description: 'Authentication method and fault (RFC 6750).',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before a new attempt.', schema: { type: 'integer' } },
} as const;

type HeaderName = keyof typeof HEADERS;
type HeaderReferences = Readonly<Record<string, { readonly $ref: `#/components/headers/${string}` }>>;

export function headers(...names: readonly HeaderName[]): HeaderReferences {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
}

/** Fields of every answer that counts against a quota. */
export const COUNTED = headers('X-Request-Id', 'RateLimit', 'RateLimit-Policy');

/** Returns references to fields by their lowercase names. Throws if a field is not described. */
export function headersNamed(names: readonly string[]): HeaderReferences {
  return headers(...names.map(headerNamed));
}

function headerNamed(name: string): HeaderName {
  const headerName = Object.keys(HEADERS).find((known) => known.toLowerCase() === name);
  if (headerName !== undefined && isHeaderName(headerName)) return headerName;
  throw new TypeError(`the field ${name} has no description`);
}

const isHeaderName = (name: string): name is HeaderName => Object.hasOwn(HEADERS, name);
