import { z } from 'zod';
import { cutText } from '#llmstxt';
import { renderEntry } from './reference-entry.ts';
import { table } from './reference-table.ts';

/** As much of a JSON Schema as a reference shows. */
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

/** The members of each object, folded under a heading of its own. */
export function renderObjects(schemas: Readonly<Record<string, DescribedSchema>>): string {
  return Object.entries(schemas)
    .map(([name, schema]) =>
      renderEntry(name, null, [...(schema.description ? [schema.description] : []), renderMembers(schema)]),
    )
    .join('\n\n');
}

/** The members of an object, and those of objects inside it that have no name of their own. */
export function renderMembers(schema: DescribedSchema): string {
  return table(
    ['Member', 'Type', 'Meaning'],
    membersOf(schema, '').map(([path, member]) => [`\`${path}\``, typeOf(member), descriptionOf(member)]),
  );
}

function membersOf(schema: DescribedSchema, path: string): [string, DescribedSchema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [[own, member] as [string, DescribedSchema], ...membersInside(member, own)];
  });
}

function membersInside(member: DescribedSchema, path: string): [string, DescribedSchema][] {
  if (member.properties) return membersOf(member, path);
  if (member.items) return membersInside(member.items, `${path}[]`);
  if (typeof member.additionalProperties === 'object') return membersInside(member.additionalProperties, `${path}.*`);
  return (member.anyOf ?? []).flatMap((one) => membersInside(one, path));
}

function typeOf({ $ref, type, format, enum: values, const: value, anyOf, items }: DescribedSchema): string {
  if ($ref !== undefined) return linkToObject($ref);
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (values) return values.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  return format ?? (typeof type === 'string' ? type : (type ?? ['any']).join(' or '));
}

function descriptionOf({ description, anyOf }: DescribedSchema): string {
  return description ?? anyOf?.find((one) => one.description)?.description ?? '';
}

/** The name of an object in a `$ref`. */
export function nameOfObject(reference: string): string {
  return reference.replace(/^.*\//, '');
}

export function linkToObject(reference: string): string {
  const name = nameOfObject(reference);
  return `[${name}](#${name.toLowerCase()})`;
}

/** Of a list in an example one item is enough, and of a long text its beginning. */
const MAX_TEXT_CHARACTERS = 100;

/** An example as JSON, without what repeats. */
export function abbreviate(example: unknown): string {
  const shorten = (_: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1);
    return typeof value === 'string' ? cutText(value, MAX_TEXT_CHARACTERS) : value;
  };
  return JSON.stringify(example, shorten, 2);
}
