import { z } from 'zod';
import { INTERFACE_VERSION, renderOpenApi } from '../../functions/http/api/openapi.ts';
import { bodyName } from '../../functions/http/api/openapi-schemas.ts';
import { CATALOG } from '../../src/operations/catalog.ts';
import { renderSample, SAMPLE_LANGUAGES, type SampleRequest } from './code-samples.ts';
import {
  abbreviate,
  describedSchema,
  formatType,
  linkToObject,
  nameOfObject,
  OBJECTS_PATH,
  renderMembers,
  renderObjects,
  renderValue,
} from './reference-objects.ts';

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean().default(false),
  description: z.string(),
  schema: z.looseObject({ examples: z.tuple([z.unknown()]).optional() }),
});

const answerSchema = z.object({ example: z.unknown().optional(), schema: describedSchema.optional() });

const bodySchema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string().default('') })),
  required: z.array(z.string()).default([]),
});
type Body = z.infer<typeof bodySchema>;

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.tuple([z.string()]),
  parameters: z.array(parameterSchema).default([]),
  security: z.array(z.unknown()).default([]),
  requestBody: z
    .object({
      content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }),
    })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.record(z.string(), answerSchema).default({}) }),
  ),
});
type Described = Omit<z.infer<typeof operationSchema>, 'requestBody'> & { readonly body: Body | null };

const descriptionSchema = z.object({
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

type NamedOperation = { readonly method: string; readonly path: string; readonly operation: Described };

/** Renders the API reference from the OpenAPI document: a page with all operations, one per group, and the objects. */
export function renderReference(): ReadonlyMap<string, string> {
  const { tags, paths, components } = descriptionSchema.parse(renderOpenApi({ name: '', baseUrl: '%BASE_URL%' }));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, ...operation }]): NamedOperation => {
      const reference = requestBody?.content['application/json'].schema.$ref;
      const body = reference === undefined ? null : bodySchema.parse(components.schemas[nameOfObject(reference)]);
      return { method: method.toUpperCase(), path, operation: { ...operation, body } };
    }),
  );
  const bodies = new Set(CATALOG.map(({ name }) => bodyName(name)));
  const answered = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => !bodies.has(name)));
  const common = commonAnswers(operations.map(({ operation }) => operation));
  const groups = tags.map(({ name, description }) => ({
    file: `reference-${name.toLowerCase()}`,
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags[0] === name),
  }));
  const pages = groups.map(({ file, name, description, operations: own }, at) =>
    renderPage(file, `${name} in the API`, description, at + 1, [
      ...own.map((one) => renderOperation(one, common)),
      `Every operation: [API reference](/docs/reference). Response objects: [objects](${OBJECTS_PATH}).`,
    ]),
  );
  return new Map([
    renderPage('reference', 'API reference', 'Every operation of the API, its responses and its objects.', 0, [
      `Version ${INTERFACE_VERSION} of the interface; programs read it at [/openapi.json](/openapi.json). The samples need curl, Node or Python, and no packages. Before you run a sample with \`API_KEY\`, put your [owner key](/docs/owners) into the environment variable of that name.`,
      ...groups.map(({ file, name, description, operations: own }) => renderGroup(file, name, description, own)),
      '## Common answers',
      'Most operations can also return one of these responses. [/openapi.json](/openapi.json) lists all responses of each operation. Every error is a [problem](/docs/reference-objects#problem) with a [permanent code](/errors).',
      statusTable([...common].toSorted()),
      '## Objects',
      `[Every member of every object](${OBJECTS_PATH}) of the responses, with its type.`,
    ]),
    ...pages,
    renderPage('reference-objects', 'Objects in the API', 'Members of all answers, with types.', tags.length + 1, [
      'Later versions only add members to objects.',
      renderObjects(z.record(z.string(), describedSchema).parse(answered)),
    ]),
  ]);
}

/** Position of the first reference page among all documents. */
const ORDER = 11;

function renderPage(
  name: string,
  title: string,
  description: string,
  at: number,
  blocks: readonly string[],
): [name: string, text: string] {
  const part = at === 0 ? '' : 'part_of: reference\n';
  const front = `title: ${title}\ndescription: ${description}\norder: ${ORDER + at / 100}\n${part}`;
  return [name, `---\n${front}---\n\n${blocks.join('\n\n')}\n`];
}

/** Lists the operations of a group with links. */
function renderGroup(file: string, name: string, description: string, operations: readonly NamedOperation[]): string {
  const rows = operations.map(({ method, path, operation }) => {
    const anchor = `${method} ${path}`
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-');
    return [`[\`${method} ${path}\`](/docs/${file}#${anchor})`, operation.summary.replace(/\.$/, '')];
  });
  return [`## ${name}`, description, table(['Operation', 'Result'], rows)].join('\n\n');
}

/** Returns the common answers by status, which the reference describes once. */
function commonAnswers(operations: readonly Described[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { responses } of operations) {
    for (const [status, { description }] of Object.entries(responses)) {
      if (isSuccess(status)) continue;
      const statusCounts = counts.get(status) ?? new Map<string, number>();
      counts.set(status, statusCounts.set(description, (statusCounts.get(description) ?? 0) + 1));
    }
  }
  return new Map(
    Array.from(counts).flatMap(([status, descriptions]) =>
      Array.from(descriptions)
        .filter(([, count]) => count > operations.length / 2)
        .map(([description]) => [status, description] as const),
    ),
  );
}

const isSuccess = (status: string) => status.startsWith('2');

/** Renders an operation with its description and example. */
function renderOperation({ method, path, operation }: NamedOperation, common: ReadonlyMap<string, string>): string {
  const owner = operation.security.length > 0;
  const request = sampleRequest(method, path, operation, owner);
  const { members, example } = renderAnswer(operation);
  return [
    `<section class="operation ${method.toLowerCase()}">\n<div>`,
    `## **${method}** ${path}`,
    `${operation.description}${owner ? ' Needs the owner key of the domain.' : ''}`,
    ...renderInputs(operation),
    statusTable(
      Object.entries(operation.responses).flatMap(([status, { description }]) =>
        common.get(status) === description ? [] : [[status, description]],
      ),
    ),
    ...members,
    '</div>\n<div class="example">',
    ...SAMPLE_LANGUAGES.map((language) => `\`\`\`${language}\n${renderSample(language, request)}\n\`\`\``),
    ...example,
    '</div>\n</section>',
  ].join('\n\n');
}

function statusTable(answers: readonly (readonly [string, string])[]): string {
  return table(['Status', 'Meaning'], answers);
}

/** Renders the members of a successful answer, and its example. */
function renderAnswer({ responses }: Described): { members: string[]; example: string[] } {
  const answer = Object.entries(responses).find(([status]) => isSuccess(status))?.[1].content['application/json'];
  if (!answer?.schema) return { members: [], example: [] };
  const { $ref } = answer.schema;
  return {
    members: $ref === undefined ? ['The answer:', renderMembers(answer.schema)] : [],
    example: [
      $ref === undefined ? 'The answer:' : `The response is a ${linkToObject($ref)}:`,
      `\`\`\`json\n${abbreviate(answer.example)}\n\`\`\``,
    ],
  };
}

/** Lists the parameters and body members of a request, with types. */
function renderInputs({ parameters, body }: Described): string[] {
  const render = (name: string, where: string, required: boolean, schema: unknown, meaning: string) => {
    const type = [formatType(describedSchema.parse(schema)), where, ...(required ? [] : ['optional'])].join(', ');
    return renderValue(name, type, meaning);
  };
  const items = [
    ...parameters.map(({ name, in: where, required, description, schema }) =>
      render(name, where, required, schema, `${description}${toBounds(schema)}`),
    ),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      render(name, 'body', body?.required.includes(name) ?? false, schema, schema.description),
    ),
  ];
  return items.length === 0 ? [] : [items.join('\n')];
}

function toBounds({ minimum, maximum, default: fallback }: Readonly<Record<string, unknown>>): string {
  const bounds = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
  ];
  const sentence = bounds.join(', ');
  return sentence === '' ? '' : ` ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** Matches the domain in the examples of the schemas. Samples use a listed site instead. */
const SCHEMA_DOMAIN = /(?<!\.)example\.com\b/g;

const EXAMPLE = '%EXAMPLE%';

function withListedSite(example: unknown): unknown {
  return JSON.parse(JSON.stringify(example).replaceAll(SCHEMA_DOMAIN, EXAMPLE));
}

/** Query parameter that is optional because another one can replace it. */
const ALTERNATIVE = 'url';

/** Creates the example request: required parameters, and all body members with an example. */
function sampleRequest(method: string, path: string, operation: Described, needsKey: boolean): SampleRequest {
  const { parameters, body, responses } = operation;
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: where, required, schema } of parameters) {
    const example = schema.examples?.[0];
    if (where === 'path') filled = filled.replace(`{${name}}`, String(example));
    else if (required || name === ALTERNATIVE) query.set(name, String(example));
  }
  const members = Object.entries(body?.properties ?? {}).flatMap(([name, { examples }]) =>
    Array.isArray(examples) ? [[name, withListedSite(examples[0])] as const] : [],
  );
  const types = Object.keys(responses['200']?.content ?? {});
  return {
    method,
    path: (query.size === 0 ? filled : `${filled}?${query}`).replaceAll(SCHEMA_DOMAIN, EXAMPLE),
    // Use the data representation, because the sample is for programs.
    accept: types.includes('text/html') ? 'application/json' : null,
    needsKey,
    body: body ? Object.fromEntries(members) : undefined,
    answersText: !types.includes('application/json'),
  };
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
