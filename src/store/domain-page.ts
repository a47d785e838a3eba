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

const answerSchema = z.object({ total: z.int(), total_is_estimate: z.boolean(), results: z.array(publicFactsSchema) });

export const pageSchema = answerSchema.transform(toPage);

function toPage({ total, total_is_estimate, results }: z.output<typeof answerSchema>): DomainPage {
  return { total, totalIsEstimate: total_is_estimate, results };
}
