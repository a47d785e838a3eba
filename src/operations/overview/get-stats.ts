import { z } from 'zod';
import { statsSchema } from '../../directory/record.ts';
import { LIST } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import type { UsesStore } from '../uses-store.ts';

export const getStats = defineOperation({
  name: 'getStats',
  summary: 'Count the sites of the directory.',
  description:
    'Returns the number of tracked domains, and the numbers of valid, listed, verified and pending domains and of domains with an llms-full.txt. Only the first number includes rejected domains. Also returns the time of the latest check.',
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
