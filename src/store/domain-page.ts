import { z } from 'zod';
import { type PublicFacts, publicFactsSchema } from '../directory/state.ts';

export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly includeUnlisted: boolean;
  readonly verified: boolean;
}

export interface DomainPage {
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly results: readonly PublicFacts[];
}

export const pageSchema = z
  .object({ total: z.int(), total_is_estimate: z.boolean(), results: z.array(publicFactsSchema) })
  .transform(({ total_is_estimate: totalIsEstimate, ...page }): DomainPage => ({ ...page, totalIsEstimate }));
