import { z } from 'zod';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../../src/directory/errors.ts';
import {
  claimSchema,
  countryCountSchema,
  domainSchema,
  listingSchema,
  mapSchema,
  statsSchema,
} from '../../src/directory/record.ts';
import { componentsSchema } from '../../src/directory/state.ts';
import { previewSchema } from '../../src/directory/visit.ts';
import { CATALOG, type OperationNeeds } from '../../src/operations/catalog.ts';
import { checkSchema } from '../../src/operations/check-result.ts';
import { draftSchema } from '../../src/operations/generate-draft.ts';
import { pageSchema } from '../../src/operations/get-page.ts';
import { siteStatsSchema } from '../../src/operations/get-site-stats.ts';
import { readableSchema } from '../../src/operations/json-schema.ts';
import { rulesSchema } from '../../src/operations/list-rules.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { registrationSchema } from '../../src/operations/register-site.ts';
import { testSchema } from '../../src/operations/test-notification.ts';
import { verificationSchema } from '../../src/operations/verification.ts';
import { methodReportSchema, verifiedSchema } from '../../src/operations/verify-site.ts';
import { BADGE_STYLES } from '../../src/site/badge.ts';
import { segmentNames } from './answer-operation.ts';

/** Version of the interface, not of the program. */
export const INTERFACE_VERSION = '0.3.0';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

const problemSchema = z.object({
  type: z.url().describe('A page about this kind of failure.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('What is wrong with this request, and why.'),
  instance: z.string().describe('Id of this request, as in `X-Request-Id`.'),
  code: z.enum(ERROR_CODES).describe('Permanent; branch on this.'),
  errors: z
    .array(z.object({ pointer: z.string().optional(), parameter: z.string().optional(), detail: z.string() }))
    .optional()
    .describe('One entry for each parameter, or place in the body (JSON pointer), that is not as declared.'),
  methods: z
    .array(methodReportSchema)
    .optional()
    .describe('With `proof.not_found`: what each method looked for, where, and what was there.'),
});

/** Schemas with a name of their own; whatever contains one of them refers to it. */
const NAMED = {
  Domain: domainSchema,
  Claim: claimSchema,
  Stats: statsSchema,
  Listing: listingSchema,
  Verification: verificationSchema,
  Registration: registrationSchema,
  VerifyResult: verifiedSchema,
  MethodReport: methodReportSchema,
  SiteStats: siteStatsSchema,
  TestResult: testSchema,
  Check: checkSchema,
  Preview: previewSchema,
  Draft: draftSchema,
  Map: mapSchema,
  Rules: rulesSchema,
  CountryCount: countryCountSchema,
  DomainPage: pageSchema,
  Components: componentsSchema,
  Problem: problemSchema,
} as const satisfies Record<string, z.ZodType>;

const TAGS = [
  { name: 'Directory', description: 'Read what the directory holds.' },
  { name: 'Sites', description: 'Add a domain and prove that it is yours.' },
  { name: 'Tools', description: 'Check or draft an llms.txt, whether the site is in the directory or not.' },
  { name: 'Pages', description: 'What people see, for programs.' },
] as const;
type Tag = (typeof TAGS)[number]['name'];

type Described = Operation<OperationNeeds>;

/** What any route may answer with, whatever it does. */
const COMMON_ERRORS: readonly ErrorCode[] = ['not_acceptable', 'rate.limited', 'internal'];

function tagOf(path: string): Tag {
  if (path.startsWith('/v1/sites')) return 'Sites';
  if (/^\/v1\/(check|generate|rules)/.test(path)) return 'Tools';
  return path.startsWith('/v1/') ? 'Directory' : 'Pages';
}

/** The interface description, made from the routes and the operations' own schemas. */
export function renderOpenApi(service: { readonly name: string; readonly baseUrl: string }): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of CATALOG) {
    const { path, method } = operation.http;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation) };
  }
  paths['/badge/{domain}.svg'] = { get: BADGE };
  return {
    openapi: '3.1.0',
    info: {
      title: service.name,
      version: INTERFACE_VERSION,
      summary: 'A directory of websites that publish an llms.txt.',
      description:
        'Reads need no key. Every failure is an RFC 9457 problem with a permanent `code`. Answers only ever gain members. Quotas are per client network and stated in `RateLimit` and `RateLimit-Policy`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: service.name, url: `${service.baseUrl}/docs` },
    },
    servers: [{ url: service.baseUrl }],
    security: [],
    tags: TAGS.map((tag) => ({ ...tag })),
    paths,
    components: {
      schemas: namedSchemas(),
      headers: HEADERS,
      securitySchemes: { ownerKey: OWNER_KEY },
    },
  };
}

function describeOperation(operation: Described): JsonObject {
  const { http } = operation;
  const parameters = describeParameters(operation);
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [tagOf(http.path)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.access === 'owner' ? { security: [{ ownerKey: [] }] } : {}),
    ...(http.takesBody
      ? { requestBody: { required: true, content: { 'application/json': { schema: bodySchema(operation) } } } }
      : {}),
    responses: { ...describeSuccess(operation), ...describeErrors(http) },
  };
}

function inputSchema({ input }: Described): JsonObject {
  return plain(z.toJSONSchema(input, { io: 'input', override: readableSchema('input') }));
}

/** The input without what the path holds. */
function bodySchema(operation: Described): JsonObject {
  const { properties, required, ...schema } = inputSchema(operation);
  const inPath = segmentNames(operation.http.path);
  const names = Array.isArray(required) ? required.filter((name) => !inPath.includes(String(name))) : [];
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(objectOf(properties)).filter(([name]) => !inPath.includes(name))),
    ...(names.length > 0 ? { required: names } : {}),
  };
}

function describeParameters(operation: Described): Json[] {
  const inPath = segmentNames(operation.http.path);
  const { properties, required } = inputSchema(operation);
  const names = operation.http.takesBody ? inPath : Object.keys(objectOf(properties));
  return names.map((name) => {
    const { description = '', examples, ...schema } = objectOf(objectOf(properties)[name]);
    const isRequired = inPath.includes(name) || (Array.isArray(required) && required.includes(name));
    return {
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: isRequired,
      description,
      schema,
      ...(Array.isArray(examples) ? { example: examples[0] ?? null } : {}),
    };
  });
}

function describeSuccess({ http, output }: Described): JsonObject {
  const content: Record<string, Json> = { 'application/json': { schema: outputReference(output) } };
  if (http.streams) {
    content['text/event-stream'] = {
      schema: {
        type: 'string',
        description:
          'Events `progress` ({ message }), then one `result` (as in application/json) or `problem` (as in application/problem+json).',
      },
    };
  }
  for (const type of http.alsoAs ?? []) content[type] = { schema: { type: 'string' } };
  const headers = {
    ...limitHeaders,
    ...(http.method === 'GET' ? { ETag: header('ETag') } : {}),
    ...(http.quota === 'fetch' ? { Age: header('Age') } : {}),
  };
  const described = Object.entries(http.success).map(([status, description]) => [
    status,
    { description, headers, content },
  ]);
  const unchanged =
    http.method === 'GET' ? { 304: { description: 'Not changed since the given `ETag`.', headers } } : {};
  return { ...Object.fromEntries(described), ...unchanged };
}

function outputReference(output: z.ZodType): JsonObject {
  const name = Object.entries(NAMED).find(([, schema]) => schema === output)?.[0];
  return name
    ? { $ref: `#/components/schemas/${name}` }
    : plain(z.toJSONSchema(output, { io: 'output', override: readableSchema('output') }));
}

function describeErrors(http: Described['http']): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...http.errors, ...COMMON_ERRORS]) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].summary}`).join(' '),
        headers: {
          ...limitHeaders,
          ...(status === 429 || status === 503 ? { 'Retry-After': header('Retry-After') } : {}),
          ...(status === 401 || status === 403 ? { 'WWW-Authenticate': header('WWW-Authenticate') } : {}),
        },
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

const HEADERS: JsonObject = {
  RateLimit: {
    description: 'What is left of each quota (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'The quotas that this request counts against.', schema: { type: 'string' } },
  ETag: { description: 'Strong entity tag; send it as `If-None-Match`.', schema: { type: 'string' } },
  Age: { description: 'Seconds since the site was visited; at most one visit a minute.', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: 'How to authenticate, and what was wrong (RFC 6750).',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds until trying again makes sense.', schema: { type: 'integer' } },
};
const header = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });
const limitHeaders: JsonObject = { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimit-Policy') };

const OWNER_KEY: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'The key that `POST /v1/sites/{domain}/verify` answers once. It works for its own domain only.',
};

const BADGE: JsonObject = {
  operationId: 'getBadge',
  summary: 'Show the status of a domain as a picture.',
  description:
    'An SVG badge: verified, valid, pending, invalid, unreachable or not listed. 200 in every case, so that embeds never break.',
  tags: ['Pages'],
  parameters: [
    {
      name: 'domain',
      in: 'path',
      required: true,
      description: 'Domain name.',
      schema: { type: 'string' },
      example: 'example.com',
    },
    {
      name: 'style',
      in: 'query',
      required: false,
      description: 'Shape of the badge; anything else is drawn flat.',
      schema: { type: 'string', enum: [...BADGE_STYLES], default: 'flat' },
    },
  ],
  responses: {
    200: {
      description: 'The badge.',
      headers: { ETag: header('ETag') },
      content: { 'image/svg+xml': { schema: { type: 'string' } } },
    },
    304: { description: 'Not changed since the given `ETag`.', headers: { ETag: header('ETag') } },
    431: { description: 'The header fields of the request are over 16 KiB.' },
  },
};

function namedSchemas(): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    uri: (id) => `#/components/schemas/${id}`,
    override: readableSchema('output'),
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema)]));
}

/** As JSON, without the addresses that the generator leaves in. */
function plain(schema: unknown): JsonObject {
  const { $schema: _, $id: __, ...rest } = objectOf(JSON.parse(JSON.stringify(schema)));
  return rest;
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
