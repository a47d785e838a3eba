/** Described response fields, without those of HTTP, caching and security. */
export const HEADERS = {
  'X-Request-Id': { description: 'Id of this request, for questions about it.', schema: { type: 'string' } },
  RateLimit: {
    description: 'What is left of each quota (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'The quotas that this request counts against.', schema: { type: 'string' } },
  ETag: { description: 'Strong entity tag; send it as `If-None-Match`.', schema: { type: 'string' } },
  Age: { description: 'Seconds since the site was visited; at most one visit a minute.', schema: { type: 'integer' } },
  Location: { description: 'Address of the record.', schema: { type: 'string', format: 'uri' } },
  'X-Robots-Tag': { description: '`noindex`: not for search engines.', schema: { type: 'string' } },
  'WWW-Authenticate': {
    description: 'How to authenticate, and what was wrong (RFC 6750).',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds until trying again makes sense.', schema: { type: 'integer' } },
} as const;

type HeaderName = keyof typeof HEADERS;
type HeaderReferences = Readonly<Record<string, { readonly $ref: `#/components/headers/${string}` }>>;

/** Returns references to the fields of an answer. */
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
  for (const known of HEADER_NAMES) if (known.toLowerCase() === name) return known;
  throw new TypeError(`the field ${name} has no description`);
}

const HEADER_NAMES: readonly HeaderName[] = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'ETag',
  'Age',
  'Location',
  'X-Robots-Tag',
  'WWW-Authenticate',
  'Retry-After',
];
