import { z } from 'zod';
import { statsSchema } from '../directory/record.ts';
import type { Store } from '../store/store.ts';
import { LIST } from './http-route.ts';
import { defineOperation } from './operation.ts';

export const getStats = defineOperation({
  name: 'getStats',
  summary: 'Count what the directory holds.',
  description: 'Directory-wide counts: domains tracked, valid, listed, verified, pending, and the latest check.',
  access: 'public',
  input: z.strictObject({}),
  output: statsSchema,
  http: {
    method: 'GET',
    path: '/v1/stats',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'Directory-wide counts.' },
    errors: ['store.unavailable'],
  },
  run: async ({ store }: { readonly store: Pick<Store, 'stats'> }) => await store.stats(),
});
