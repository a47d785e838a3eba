import { Ajv2020 } from 'ajv/dist/2020.js';
import { renderOpenApi } from '../../functions/http/api/openapi.ts';
import { BASE_URL } from '../functions/http/serve-fake.ts';

export interface Described {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly hasBody: boolean;
  readonly statuses: readonly string[];
}

export const document: unknown = JSON.parse(
  JSON.stringify(renderOpenApi({ name: 'The directory', baseUrl: BASE_URL })),
);

type Json = { readonly [name: string]: Json } & { readonly [Symbol.iterator]?: never };

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** Operations of the document. */
export const described: readonly Described[] = Object.entries(at(document, 'paths') ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods ?? {}).map(([method, operation]) => {
    const parameters = at(operation, 'parameters');
    return {
      operationId: String(at(operation, 'operationId')),
      method: method.toUpperCase(),
      path,
      parameters: (Array.isArray(parameters) ? parameters : []).map((parameter: unknown) => ({
        name: String(at(parameter, 'name')),
        in: String(at(parameter, 'in')),
        required: at(parameter, 'required') === true,
        schema: Object(at(parameter, 'schema')),
      })),
      hasBody: at(operation, 'requestBody') !== undefined,
      statuses: Object.keys(Object(at(operation, 'responses'))),
    };
  }),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addFormat(
  'date-time',
  (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)),
);
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
ajv.addSchema(Object(document), 'api');

/** Matches fields of HTTP, caching and security, which are allowed everywhere. */
const OF_HTTP =
  /^(?:content-.*|access-control-.*|cross-origin-.*|cache-control|vary|x-accel-buffering|x-content-type-options|x-frame-options|referrer-policy|permissions-policy|strict-transport-security|speculation-rules|link)$/;

/** Returns differences between an exchange and the document, or an empty list. */
export async function listFaults(operationId: string, response: Response): Promise<string[]> {
  const operation = described.find((candidate) => candidate.operationId === operationId);
  const status = String(response.status);
  if (!operation?.statuses.includes(status)) return [`${operationId} does not declare ${status}`];
  const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', status];
  const declared = Object.keys(Object(at(document, ...place, 'headers')));
  const known = new Set(declared.map((name) => name.toLowerCase()));
  // Count a built page as a file, and a rendered page as a read.
  if (operationId === 'getPage') for (const name of ['ratelimit', 'ratelimit-policy']) known.add(name);
  const undeclared = [...response.headers.keys()].filter((name) => !known.has(name) && !OF_HTTP.test(name));
  const faults = [
    ...declared.filter((name) => !response.headers.has(name)).map((name) => `${status} has no ${name}`),
    ...undeclared.map((name) => `${status} does not declare ${name}`),
  ];
  const content = at(document, ...place, 'content');
  if (content === undefined) return faults;
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
  if (!Object.hasOwn(Object(content), type)) return [...faults, `${status} is ${type}, which is not declared`];
  if (!type.endsWith('json')) return faults;
  const validate = toValidator(schemaReference([...place, 'content', type]));
  if (validate(await response.clone().json())) return faults;
  return [
    ...faults,
    ...(validate.errors ?? []).map(({ instancePath, message }) => `${status} ${instancePath} ${message}`),
  ];
}

/** Described bodies with the faults of their examples. A missing example is a fault. */
export const describedBodies: readonly { readonly name: string; readonly faults: () => readonly string[] }[] =
  described.flatMap(({ operationId, path, method, statuses }) =>
    statuses.flatMap((status) => {
      const place = ['paths', path, method.toLowerCase(), 'responses', status, 'content'];
      return Object.keys(Object(at(document, ...place))).map((type) => ({
        name: `${operationId} ${status} ${type}`,
        faults: () => exampleFaults([...place, type]),
      }));
    }),
  );

function exampleFaults(place: readonly string[]): string[] {
  const { example, examples = {} } = Object(at(document, ...place));
  const given = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).map((one) => at(one, 'value')),
  ];
  if (given.length === 0) return ['has no example'];
  const validate = toValidator(schemaReference(place));
  return given.flatMap((body) => (validate(body) ? [] : (validate.errors ?? []).map(({ message }) => String(message))));
}

/** Text inputs with their length limit, such as `searchDomains q` or `updateSite tags[]`. Enums and patterns need no limit. */
export const givenTexts: readonly { readonly place: string; readonly maxLength: unknown }[] = described.flatMap(
  ({ operationId, path, method, parameters }) => [
    ...parameters.flatMap(({ name, schema }) => listTexts(`${operationId} ${name}`, schema)),
    ...Object.entries(Object(at(document, 'components', 'schemas', toBody(path, method), 'properties'))).flatMap(
      ([name, schema]) => listTexts(`${operationId} ${name}`, schema),
    ),
  ],
);

/** Returns the name of the schema of a request body. */
function toBody(path: string, method: string): string {
  const content = ['requestBody', 'content', 'application/json', 'schema', '$ref'];
  return String(at(document, 'paths', path, method.toLowerCase(), ...content)).replace(/^.*\//, '');
}

function listTexts(place: string, schema: unknown): { place: string; maxLength: unknown }[] {
  const { type, items, anyOf = [], enum: closed, pattern, maxLength } = Object(schema);
  if (type === 'array') return listTexts(`${place}[]`, items);
  if (type === 'string' && closed === undefined && pattern === undefined) return [{ place, maxLength }];
  return anyOf.flatMap((one: unknown) => listTexts(place, one));
}

/** Returns the path to the schema of a body, for the validator. */
function schemaReference(place: readonly string[]): string {
  const pointer = [...place, 'schema'].map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `api#/${pointer.map(encodeURIComponent).join('/')}`;
}

const validators = new Map<string, ReturnType<typeof ajv.compile>>();

function toValidator(reference: string) {
  const known = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, known);
  return known;
}

/** JSON bodies without a named schema. */
export const unnamedBodies: readonly string[] = described.flatMap(({ operationId, path, method, statuses }) => {
  const operation = at(document, 'paths', path, method.toLowerCase());
  const contents = [
    at(operation, 'requestBody', 'content'),
    ...statuses.map((status) => at(operation, 'responses', status, 'content')),
  ];
  return contents.flatMap((content) =>
    Object.entries(Object(content))
      .filter(
        ([type, body]) => /^application\/(?:problem\+)?json$/.test(type) && at(body, 'schema', '$ref') === undefined,
      )
      .map(([type]) => `${operationId} ${type}`),
  );
});
