import { z } from 'zod';
import { isUnfiltered, listFilterMembers } from '../../directory/list-filter.ts';
import { LIST_SORTS, type ListSort } from '../../directory/list-sort.ts';
import { ROWS_PER_PAGE } from './lists.ts';
import type { Chosen } from './views/browse/rail.ts';

export interface ListRequest {
  readonly chosen: Chosen;
  readonly sort: ListSort;
  readonly page: number;
}

/** Last page of a filtered list. Only the first 10,000 sites are reachable. */
export const MAX_FILTERED_PAGE = 10_000 / ROWS_PER_PAGE;

const { topic, language, country, size, generator, tier } = listFilterMembers;
// Ignore unknown values, because the page is for people.
const requestSchema = z.object({
  topic: topic.catch(undefined),
  language: language.catch(undefined),
  country: country.catch(undefined),
  size: size.catch(undefined),
  generator: generator.catch(undefined),
  tier: tier.catch(undefined),
  has_full: z.stringbool().catch(false),
  has_markdown: z.stringbool().catch(false),
  verified: z.stringbool().catch(false),
  sort: z.enum(LIST_SORTS).catch('authority'),
  page: z.coerce.number().int().min(1).max(MAX_FILTERED_PAGE).catch(1),
});

export function readRequest(query: URLSearchParams): ListRequest {
  const values = Object.fromEntries([...query].filter(([, value]) => value !== ''));
  const { sort, page, verified, ...filter } = requestSchema.parse(values);
  return { chosen: { filter, verified }, sort, page };
}

/** Parses the list in a query. Returns null if a built page shows the list. */
export function readListRequest(query: URLSearchParams): ListRequest | null {
  const request = readRequest(query);
  const { chosen, sort } = request;
  return isUnfiltered(chosen.filter) && !chosen.verified && sort === 'authority' ? null : request;
}
