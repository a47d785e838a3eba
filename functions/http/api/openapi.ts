import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { DirectoryError, ERRORS, type ErrorCode } from '../../../src/directory/errors.ts';
import { CATALOG, type OperationDeps } from '../../../src/operations/catalog.ts';
import { readableSchema } from '../../../src/operations/json-schema.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { EVENTS_TYPE, HTML_TYPE, JSON_TYPE, PROBLEM_TYPE } from '../pipeline/media-types.ts';
import { renderProblem } from '../pipeline/problem.ts';
import { segmentNames } from './answer-operation.ts';
import { BADGE } from './openapi-badge.ts';
import { COUNTED, HEADERS, headers, headersNamed } from './openapi-headers.ts';
import { bodyName, NAMED, problemSchema } from './openapi-schemas.ts';
import { WEBHOOKS } from './openapi-webhooks.ts';

/** Version of the API, not of the program. */
export const INTERFACE_VERSION = '0.3.0';

const TAGS = [
  { name: 'Directory', description: 'Read the directory.' },
  { name: 'Sites', description: 'Add a domain and prove ownership.' },
  { name: 'Tools', description: 'Check or generate the llms.txt of any site.' },
  { name: 'Pages', description: 'Content of pages, for programs.' },
] as const;

function findTag(path: string): (typeof TAGS)[number]['name'] {
  if (/^\/v1\/(sites|watches)/.test(path)) return 'Sites';
  if (/^\/v1\/(check|generate|rules)/.test(path)) return 'Tools';
  return path.startsWith('/v1/') ? 'Directory' : 'Pages';
}

export function renderOpenApi({ name, baseUrl }: { readonly name: string; readonly baseUrl: string }) {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of CATALOG) {
    const { path, method } = operation.http;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation, baseUrl) };
  }
  paths['/badge/{domain}.svg'] = { get: BADGE };
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: name,
        version: INTERFACE_VERSION,
        summary: 'A directory of websites that publish an llms.txt.',
        description:
          'Reads need no key. Every failure is an RFC 9457 problem with a permanent `code`, or an HTML page if the client prefers `text/html`. Later versions only add members to responses. Quotas are per client network. `RateLimit` and `RateLimit-Policy` contain them.',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name, url: `${baseUrl}/docs` },
      },
      servers: [{ url: baseUrl }],
      security: [],
      tags: TAGS.map((tag) => ({ ...tag })),
      paths,
      webhooks: WEBHOOKS,
      components: { schemas: NAMED, headers: HEADERS, securitySchemes: { ownerKey: OWNER_KEY } },
    },
    { override: ({ jsonSchema, io }) => readableSchema(io)({ jsonSchema }) },
  );
}

function describeOperation(operation: Operation<OperationDeps>, baseUrl: string): ZodOpenApiOperationObject {
  const { name, summary, description, access, input, http } = operation;
  const inPath = segmentNames(http.path);
  const [path, rest] = splitInput(input, inPath);
  return {
    operationId: name,
    summary,
    description,
    tags: [findTag(http.path)],
    ...(access === 'owner' && { security: [{ ownerKey: [] }] }),
    requestParams: { path, ...(!http.takesBody && { query: rest }) },
    ...(http.takesBody && {
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: rest.meta({ id: bodyName(name) }) } } },
    }),
    responses: { ...describeSuccess(operation), ...describeErrors(operation, baseUrl) },
  };
}

function splitInput({ shape }: z.ZodObject, inPath: readonly string[]): [path: z.ZodObject, rest: z.ZodObject] {
  const members = Object.entries(shape);
  return [
    z.strictObject(Object.fromEntries(members.filter(([name]) => inPath.includes(name)))),
    z.strictObject(Object.fromEntries(members.filter(([name]) => !inPath.includes(name)))),
  ];
}

function describeSuccess({ http, output, example }: Operation<OperationDeps>): ZodOpenApiResponsesObject {
  const content: ZodOpenApiContentObject = http.withoutJson ? {} : { [JSON_TYPE]: { schema: output, example } };
  if (http.streams) content[EVENTS_TYPE] = EVENTS;
  for (const [type, { write, description }] of Object.entries(http.representations ?? {})) {
    const text = write(example);
    content[type] = description
      ? { schema: { type: 'string', description }, example: text }
      : { schema: { type: 'object' }, example: JSON.parse(text) };
  }
  for (const [type, text] of Object.entries(http.alsoAs ?? {})) {
    content[type] = { schema: { type: 'string' }, example: text };
  }
  const always = {
    ...COUNTED,
    ...(http.method === 'GET' && headers('ETag')),
    ...(http.quota === 'fetch' && http.freshness && headers('Age')),
  };
  const own = http.respond?.(example) ?? { status: 200, headers: {} };
  const toHeaders = (status: number) =>
    status === own.status ? { ...always, ...headersNamed(Object.keys(own.headers)) } : always;
  const unchanged = { description: 'Unchanged since the given `ETag`.', headers: toHeaders(200) };
  return {
    ...Object.fromEntries(
      Object.entries(http.success).map(([status, description]) => [
        status,
        { description, headers: toHeaders(Number(status)), content },
      ]),
    ),
    ...(http.method === 'GET' && { 304: unchanged }),
  };
}

/** Lists the errors of an operation: errors of its access and input, declared errors, and common errors. */
function listErrors({ access, input, http }: Operation<OperationDeps>): readonly ErrorCode[] {
  const names = Object.keys(input.shape);
  return [
    ...(access === 'owner' ? (['key.missing', 'key.invalid', 'key.forbidden'] as const) : []),
    ...(names.every((name) => name === 'domain') ? [] : (['request.invalid'] as const)),
    ...(names.includes('domain') ? (['domain.invalid'] as const) : []),
    ...(http.takesBody ? (['request.too_large', 'media.unsupported'] as const) : []),
    ...http.errors,
    ...(http.method === 'GET' ? (['precondition.failed'] as const) : []),
    'not_acceptable',
    'rate.limited',
    'internal',
  ];
}

function describeErrors(operation: Operation<OperationDeps>, baseUrl: string): ZodOpenApiResponsesObject {
  const byStatus = Object.groupBy(listErrors(operation), (code) => ERRORS[code].status);
  const hasPage = Object.hasOwn(operation.http.alsoAs ?? {}, HTML_TYPE);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].summary}`).join(' '),
        headers: {
          ...COUNTED,
          ...(/429|503/.test(status) && headers('Retry-After')),
          ...(/401|403/.test(status) && headers('WWW-Authenticate')),
        },
        content: {
          [PROBLEM_TYPE]: {
            schema: problemSchema,
            examples: Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(code, baseUrl) }])),
          },
          ...(hasPage && !WITHOUT_PAGE.test(status) && { [HTML_TYPE]: FAILURE_PAGE }),
        },
      },
    ]),
  );
}

/** Statuses without a page. Clients that accept HTML never get 406. For an invalid name, they get 404. */
const WITHOUT_PAGE = /400|406/;
const FAILURE_PAGE = {
  schema: { type: 'string', description: 'The problem as an HTML page, for clients that prefer it.' },
  example: '<!doctype html><title>Not found</title>',
} as const;

function exampleProblem(code: ErrorCode, baseUrl: string) {
  return renderProblem(new DirectoryError(code, ERRORS[code].summary), baseUrl, EXAMPLE_ID);
}

const EXAMPLE_ID = '6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10';
const EVENTS = {
  schema: {
    type: 'string',
    description:
      'Events `progress` ({ message }), then one `result` (as in application/json) or `problem` (as in application/problem+json).',
  },
  example: 'event: progress\ndata: {"message":"Reading https://example.com/llms.txt"}\n\n',
} as const;

const OWNER_KEY = {
  type: 'http',
  scheme: 'bearer',
  description: 'The key from `POST /v1/sites/{domain}/verify`. The key works only for its domain.',
} as const;
