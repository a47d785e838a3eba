import { z } from 'zod';
import { type DirectoryMap, mapSchema } from '../directory/record.ts';
import type { Store } from '../store/store.ts';
import { SLOW } from './http-route.ts';
import { defineOperation } from './operation.ts';

interface Needs {
  readonly store: Pick<Store, 'countries'>;
  readonly now: () => number;
}

export const getMap = defineOperation({
  name: 'getMap',
  summary: 'Count sites per country.',
  description: 'Valid, listed and verified sites per country (ISO 3166-1 alpha-2), and those of no known country.',
  access: 'public',
  input: z.strictObject({}),
  output: mapSchema,
  http: {
    method: 'GET',
    path: '/v1/map',
    quota: 'read',
    freshness: SLOW,
    success: { 200: 'Counts per country.' },
    errors: ['store.unavailable'],
  },
  run: async ({ store, now }: Needs) => {
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
