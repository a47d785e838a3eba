import { z } from 'zod';
import { type DirectoryMap, mapSchema } from '../directory/record.ts';
import type { OperationContext } from './context.ts';
import { defineOperation } from './operation.ts';

export const getMap = defineOperation({
  name: 'getMap',
  summary: 'Count sites per country.',
  description: 'Valid, listed and verified sites per country (ISO 3166-1 alpha-2), and those of no known country.',
  access: 'public',
  input: z.strictObject({}),
  output: mapSchema,
  run: async ({ store, now }: OperationContext) => {
    const counts = await store.countries();
    const map: DirectoryMap = {
      generated_at: new Date(now()).toISOString(),
      countries: {},
      unknown: { valid: 0, listed: 0, verified: 0 },
    };
    for (const { country, valid, listed, verified } of counts) {
      if (country === null) map.unknown = { valid, listed, verified };
      else map.countries[country] = { valid, listed, verified };
    }
    return map;
  },
});
