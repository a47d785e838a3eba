import { z } from 'zod';
import { domainInput } from '../../src/operations/domain-param.ts';
import { readableSchema } from '../../src/operations/json-schema.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

const { description: DOMAIN_IN_PATH } = domainInput.shape.domain;
/** Tools accept pasted text, unlike API paths. */
const DOMAIN_OR_URL = 'Domain name such as example.com, or an http(s) URL of the site.';

/** Returns the JSON Schema of a tool's answer, open for new members. */
export function portableOutput(schema: z.ZodType): ObjectSchema {
  return { ...spellOut(toSchema(schema, 'output')), type: 'object' };
}

/**
 * Returns the JSON Schema of a tool's arguments, in the subset that strict function calling of all vendors accepts. A strict
 * model sends every argument, so an optional argument may be null. The description contains the default, because strict schemas
 * have no `default`.
 */
export function portableInput(schema: z.ZodObject): ObjectSchema {
  const { properties = {}, required = [], ...rest } = toSchema(schema, 'input');
  const declared = Object.entries(properties).map(([name, property]) => {
    // Write the bounds of a list into its description, because strict function calling refuses them.
    const {
      examples: _,
      minItems: _least,
      maxItems: _most,
      ...argument
    } = { ...(typeof property === 'object' ? property : {}) };
    if (argument.description === DOMAIN_IN_PATH) argument.description = DOMAIN_OR_URL;
    return [name, required.includes(name) ? spellOut(argument) : spellOutOptional(argument)] as const;
  });
  return { ...rest, type: 'object', properties: Object.fromEntries(declared), required };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: readableSchema(io) });
  return rest;
}

function spellOutOptional({ default: standard, description, ...limits }: JsonSchema): JsonSchema {
  const { anyOf = [limits] } = spellOut(limits);
  const text = standard === undefined ? description : `${description} Default: ${standard}.`;
  return { description: text, anyOf: [...(Array.isArray(anyOf) ? anyOf : []), { type: 'null' }] };
}

/** Splits "text or null" into two schemas, because some clients support one `type` per schema. */
function spellOut(schema: object): JsonSchema {
  const spelt = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, spellOutWithin(value)] as const),
  );
  const { type, description, ...limits } = spelt;
  if (!Array.isArray(type)) return spelt;
  const anyOf = type.map((one: unknown) => (one === 'null' ? { type: one } : { type: one, ...limits }));
  return description === undefined ? { anyOf } : { description, anyOf };
}

function spellOutWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spellOutWithin);
  return typeof value === 'object' && value !== null ? spellOut(value) : value;
}
