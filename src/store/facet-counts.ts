import { z } from 'zod';
import type { ListFilter } from '../directory/list-filter.ts';

export const facetCountSchema = z.object({
  facet: z.enum(['topic', 'language', 'country', 'size', 'has', 'generator', 'tier', 'owner']),
  /** Value of the facet. `has`: `full` for an llms-full.txt, `markdown` for pages in Markdown. `owner`: `verified`. */
  value: z.string(),
  listed: z.int(),
});
export type FacetCount = z.infer<typeof facetCountSchema>;

/** Returns only the filter members that the database accepts. */
export function filterArgument({
  topic,
  language,
  country,
  has_full,
  has_markdown,
  size,
  generator,
  tier,
}: ListFilter) {
  return { topic, language, country, has_full, has_markdown, size, generator, tier };
}
