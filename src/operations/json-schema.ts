import type { z } from 'zod';

/**
 * Adapts schemas for readers of JSON Schema: instants by format only, numbers without the limits of a double, and
 * answers open for new members. Used as `override` of `z.toJSONSchema`.
 */
export function readableSchema(io: 'input' | 'output') {
  return ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  };
}
