import { z } from 'zod';
import { statsSchema } from '../directory/record.ts';
import { LIST } from './http-route.ts';
import { defineOperation } from './operation.ts';
import type { UsesStore } from './uses-store.ts';

export const getStats = defineOperation({
  name: 'getStats',
  summary: 'Count what the directory holds.',
  description:
    'Directory-wide counts: all tracked domains; of those that are not rejected, how many are valid, listed, verified, pending and have an llms-full.txt; and the latest check.',
  access: 'public',
  input: z.strictObject({}),
  output: statsSchema,
  example: {
    domains_tracked: 5_120,
    valid_llms_txt: 3_874,
    listed: 3_410,
    verified: 212,
    with_llms_full_txt: 961,
    pending: 14,
    last_checked: '2026-11-20T10:00:00.000Z',
  },
  http: {
    method: 'GET',
    path: '/v1/stats',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'Directory-wide counts.' },
    errors: ['store.unavailable'],
  },
  run: async ({ store }: UsesStore<'stats'>) => await store.stats(),
});
