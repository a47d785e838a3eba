import { z } from 'zod';
import { readableSchema } from '../../src/operations/json-schema.ts';

/** JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** Tools take what people paste; paths of the API take the bare name. */
const DOMAIN_OR_URL = 'Domain name such as example.com, or an http(s) URL of the site.';

/** JSON Schema for other people's validators: portable, and open for members to come where it describes answers. */
export function portableSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: readableSchema(io) });
  const domain = rest.properties?.['domain'];
  if (io === 'input' && typeof domain === 'object') domain.description = DOMAIN_OR_URL;
  return { ...spellOut(rest), type: 'object' };
}

/** The schema with "text or null" as two schemas, wherever it stands: some clients know one `type` for each. */
function spellOut(schema: object): Record<string, unknown> {
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
