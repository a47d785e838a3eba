import { z } from 'zod';
import { cutText } from '#llmstxt';

export interface DescribedSchema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly DescribedSchema[] | undefined;
  readonly items?: DescribedSchema | undefined;
  readonly properties?: Readonly<Record<string, DescribedSchema>> | undefined;
  readonly additionalProperties?: DescribedSchema | boolean | undefined;
}

export const describedSchema: z.ZodType<DescribedSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    description: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(describedSchema).optional(),
    items: describedSchema.optional(),
    properties: z.record(z.string(), describedSchema).optional(),
    additionalProperties: z.union([z.boolean(), describedSchema]).optional(),
  }),
);

export const OBJECTS_PATH = '/docs/reference-objects';

/** Renders the members of each object under its heading, as text of the page about the objects. */
export function renderObjects(schemas: Readonly<Record<string, DescribedSchema>>): string {
  return Object.entries(schemas)
    .map(([name, schema]) =>
      [`## ${name}`, ...(schema.description ? [schema.description] : []), renderMembers(schema, '')].join('\n\n'),
    )
    .join('\n\n');
}

/** Lists the members of an object, and of unnamed objects inside it. */
export function renderMembers(schema: DescribedSchema, objectsPath = OBJECTS_PATH): string {
  return listMembers(schema, '')
    .map(([path, member]) => renderValue(path, formatType(member, objectsPath), formatDescription(member)))
    .join('\n');
}

/** Renders a list item about a named value. */
export function renderValue(name: string, type: string, meaning: string): string {
  return `- \`${name}\` *${type}*${meaning && `: ${meaning}`}`;
}

function listMembers(schema: DescribedSchema, path: string): [string, DescribedSchema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [[own, member] as [string, DescribedSchema], ...membersInside(member, own)];
  });
}

function membersInside(member: DescribedSchema, path: string): [string, DescribedSchema][] {
  if (member.properties) return listMembers(member, path);
  if (member.items) return membersInside(member.items, `${path}[]`);
  if (typeof member.additionalProperties === 'object') return membersInside(member.additionalProperties, `${path}.*`);
  return (member.anyOf ?? []).flatMap((one) => membersInside(one, path));
}

const MAX_VALUES = 8;

/** Names a type. `objectsPath` is the page about named objects, or "" on that page. */
export function formatType(schema: DescribedSchema, objectsPath = OBJECTS_PATH): string {
  const { $ref, type, format, enum: values, const: value, anyOf, items } = schema;
  if ($ref !== undefined) return linkToObject($ref, objectsPath);
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (values && values.length <= MAX_VALUES) return values.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  if (anyOf) return anyOf.map((one) => formatType(one, objectsPath)).join(' or ');
  if (items) return `list of ${formatType(items, objectsPath)}`;
  return format ?? (typeof type === 'string' ? type : (type ?? ['any']).join(' or '));
}

function formatDescription({ description, anyOf }: DescribedSchema): string {
  return description ?? anyOf?.find((one) => one.description)?.description ?? '';
}

export function nameOfObject(reference: string): string {
  return reference.replace(/^.*\//, '');
}

export function linkToObject(reference: string, objectsPath = OBJECTS_PATH): string {
  const name = nameOfObject(reference);
  return `[${name}](${objectsPath}#${name.toLowerCase()})`;
}

/** Most characters of a text in an example. */
const MAX_TEXT_CHARACTERS = 100;

/** Renders an example as JSON, with one item per list and the start of long texts. */
export function abbreviate(example: unknown): string {
  const shorten = (_: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1);
    return typeof value === 'string' ? cutText(value, MAX_TEXT_CHARACTERS) : value;
  };
  return JSON.stringify(example, shorten, 2);
}
