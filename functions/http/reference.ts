import { z } from 'zod';
import { CATALOG } from '../../src/operations/catalog.ts';
import { renderSample, SAMPLE_LANGUAGES, type SampleRequest } from './code-samples.ts';
import { INTERFACE_VERSION, renderOpenApi } from './openapi.ts';
import { bodyName } from './openapi-schemas.ts';
import { renderEntry } from './reference-entry.ts';
import {
  abbreviate,
  describedSchema,
  linkToObject,
  nameOfObject,
  renderMembers,
  renderObjects,
} from './reference-objects.ts';
import { table } from './reference-table.ts';

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

/** Parts of the OpenAPI document shown in the reference. */
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

const FRONT_MATTER = `---
title: API reference
description: Every operation of the API with its parameters, its answers, and code to run.
order: 11
---`;

/** Renders the API reference from the OpenAPI document. */
export function renderReference(): string {
  const { tags, paths, components } = descriptionSchema.parse(renderOpenApi({ name: '', baseUrl: '%BASE_URL%' }));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, ...operation }]) => {
      const reference = requestBody?.content['application/json'].schema.$ref;
      const body = reference === undefined ? null : bodySchema.parse(components.schemas[nameOfObject(reference)]);
      return { method: method.toUpperCase(), path, operation: { ...operation, body } };
    }),
  );
  const bodies = new Set(CATALOG.map(({ name }) => bodyName(name)));
  const answered = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => !bodies.has(name)));
  const common = commonAnswers(operations.map(({ operation }) => operation));
  const groups = tags.map(({ name, description }) =>
    [
      `## ${name}`,
      description,
      ...operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ method, path, operation }) => renderOperation(method, path, operation, common)),
    ].join('\n\n'),
  );
  return `${FRONT_MATTER}

Version ${INTERFACE_VERSION} of the interface; [/openapi.json](/openapi.json) says the same to programs. The samples need nothing installed but curl, Node or Python. Where one shows \`API_KEY\`, put your [owner key](/docs/owners) into the environment variable of that name.

${groups.join('\n\n')}

## Common answers

Most operations can also answer with one of these; [/openapi.json](/openapi.json) has the whole list of each. Every error is a [problem](#problem) with a [permanent code](/errors).

${statusTable([...common].toSorted())}

## Objects

What answers are made of. Objects only ever gain members.

${renderObjects(z.record(z.string(), describedSchema).parse(answered))}
`;
}

/** Common answers by status, described once. */
function commonAnswers(operations: readonly Described[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { responses } of operations) {
    for (const [status, { description }] of Object.entries(responses)) {
      if (isSuccess(status)) continue;
      const known = counts.get(status) ?? new Map<string, number>();
      counts.set(status, known.set(description, (known.get(description) ?? 0) + 1));
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

function renderOperation(
  method: string,
  path: string,
  operation: Described,
  common: ReadonlyMap<string, string>,
): string {
  const owner = operation.security.length > 0;
  const request = sampleRequest(method, path, operation, owner);
  return renderEntry(`${method} ${path}`, operation.summary.replace(/\.$/, ''), [
    `${operation.description}${owner ? ' Needs the owner key of the domain.' : ''}`,
    ...renderInputs(operation),
    ...SAMPLE_LANGUAGES.map((language) => `\`\`\`${language}\n${renderSample(language, request)}\n\`\`\``),
    statusTable(
      Object.entries(operation.responses).flatMap(([status, { description }]) =>
        common.get(status) === description ? [] : [[status, description]],
      ),
    ),
    ...renderAnswer(operation),
  ]);
}

function statusTable(answers: readonly (readonly [string, string])[]): string {
  return table(['Status', 'Meaning'], answers);
}

/** Renders the body of a success with an example. */
function renderAnswer({ responses }: Described): string[] {
  const answer = Object.entries(responses).find(([status]) => isSuccess(status))?.[1].content['application/json'];
  if (!answer?.schema) return [];
  const { $ref } = answer.schema;
  return [
    $ref === undefined ? 'The answer:' : `The answer is a ${linkToObject($ref)}:`,
    ...($ref === undefined ? [renderMembers(answer.schema)] : []),
    `\`\`\`json\n${abbreviate(answer.example)}\n\`\`\``,
  ];
}

/** Renders the parameters and body members of a request. */
function renderInputs({ parameters, body }: Described): string[] {
  const rows = [
    ...parameters.map(({ name, in: where, required, description, schema }) => [
      `\`${name}\``,
      required ? where : `${where}, optional`,
      `${description}${boundsOf(schema)}`,
    ]),
    ...Object.entries(body?.properties ?? {}).map(([name, { description }]) => [
      `\`${name}\``,
      body?.required.includes(name) ? 'body' : 'body, optional',
      description,
    ]),
  ];
  return rows.length === 0 ? [] : [table(['Name', 'Where', 'Meaning'], rows)];
}

function boundsOf({ minimum, maximum, default: fallback }: Readonly<Record<string, unknown>>): string {
  const bounds = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(fallback === undefined ? [] : [`${fallback} if left out`]),
  ];
  const sentence = bounds.join(', ');
  return sentence === '' ? '' : ` ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** Creates the example request: required parameters, and all body members with an example. */
function sampleRequest(method: string, path: string, operation: Described, needsKey: boolean): SampleRequest {
  const { parameters, body, responses } = operation;
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: where, required, schema } of parameters) {
    const example = schema.examples?.[0];
    if (where === 'path') filled = filled.replace(`{${name}}`, name === 'domain' ? '%EXAMPLE%' : String(example));
    else if (required) query.set(name, String(example));
  }
  const members = Object.entries(body?.properties ?? {}).flatMap(([name, { examples }]) =>
    Array.isArray(examples) ? [[name, examples[0]] as const] : [],
  );
  const types = Object.keys(responses['200']?.content ?? {});
  return {
    method,
    path: query.size === 0 ? filled : `${filled}?${query}`,
    // Use the data representation, because the sample is for programs.
    accept: types.includes('text/html') ? 'application/json' : null,
    needsKey,
    body: body ? Object.fromEntries(members) : undefined,
    answersText: !types.includes('application/json'),
  };
}
