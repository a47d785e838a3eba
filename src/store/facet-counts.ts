import { z } from 'zod';
import { FILTER_NAMES, type ListFilter } from '../directory/list-filter.ts';

export const facetCountSchema = z.object({
  facet: z.enum(['topic', 'language', 'country', 'size', 'has', 'generator', 'tier', 'owner']),
  /** Value of the facet. `has`: `full` for an llms-full.txt, `markdown` for pages in Markdown. `owner`: `verified`. */
  value: z.string(),
  listed: z.int(),
});
export type FacetCount = z.infer<typeof facetCountSchema>;

/** Returns only the filter members that the database accepts. */
export function filterArgument(filter: ListFilter): Partial<ListFilter> {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, filter[name]]));
}
