import { z } from 'zod';
import { statsSchema } from '../directory/record.ts';
import type { OperationContext } from './context.ts';
import { defineOperation } from './operation.ts';

export const getStats = defineOperation({
  name: 'getStats',
  summary: 'Count what the directory holds.',
  description: 'Directory-wide counts: domains tracked, valid, listed, verified, pending, and the latest check.',
  access: 'public',
  input: z.strictObject({}),
  output: statsSchema,
  run: async ({ store }: OperationContext) => await store.stats(),
});
