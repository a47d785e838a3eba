import { z } from 'zod';
import { type DirectoryMap, mapSchema } from '../../directory/record.ts';
import { SLOW } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import type { UsesStore } from '../uses-store.ts';

/** Change time of an empty directory. */
const BEFORE_ALL = new Date(0).toISOString();

export const getMap = defineOperation({
  name: 'getMap',
  summary: 'Count sites per country.',
  description:
    'Counts valid, listed and verified sites per country (ISO 3166-1 alpha-2), and sites without a known country.',
  access: 'public',
  input: z.strictObject({}),
  output: mapSchema,
  example: {
    generated_at: '2026-11-20T10:00:00.000Z',
    countries: { DE: { valid: 301, listed: 270, verified: 21 } },
    unknown: { valid: 1_204, listed: 1_001, verified: 60 },
  },
  http: {
    method: 'GET',
    path: '/v1/map',
    quota: 'read',
    freshness: SLOW,
    success: { 200: 'Counts per country.' },
    errors: ['store.unavailable'],
  },
  run: async ({ store }: UsesStore<'countries' | 'lastChange'>) => {
    // Read the time first, so that a change between both reads moves the time of the next answer.
    const changedAt = await store.lastChange();
    const counts = await store.countries();
    const map: DirectoryMap = {
      generated_at: changedAt ?? BEFORE_ALL,
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
