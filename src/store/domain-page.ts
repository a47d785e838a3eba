import { z } from 'zod';
import { publicFactsSchema } from '../directory/state.ts';

export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly includeUnlisted: boolean;
  readonly verified: boolean;
}

export const pageSchema = z
  .object({ total: z.int(), total_is_estimate: z.boolean(), results: z.array(publicFactsSchema) })
  .transform(({ total_is_estimate: totalIsEstimate, ...page }) => ({ ...page, totalIsEstimate }));
export type DomainPage = z.output<typeof pageSchema>;

/** Converts the paging of a list for the database. */
export function pageArguments({ page, perPage, includeUnlisted, verified }: ListQuery) {
  return { page, per_page: perPage, include_unlisted: includeUnlisted, verified };
}
