import { paths } from '../../directory/urls.ts';
import { listMarks } from '../views/sites/marks.ts';
import type { SiteView } from '../views/sites/site-view.ts';

/** A found site. */
export interface Hit {
  readonly domain: string;
  readonly name: string;
  readonly about: string;
  readonly authority: number | null;
  readonly verified: boolean;
  readonly featured: boolean;
}

export interface Found {
  /** Number of matches. */
  readonly total: number;
  /** The first matches in their order. */
  readonly hits: readonly Hit[];
  /** More sites may match than `total`. */
  readonly hasMore?: boolean;
  /** The query as it was probably meant. */
  readonly suggestion?: string;
}

export interface SearchRequest {
  readonly query: string;
  readonly filters: { readonly verified: boolean; readonly featured: boolean };
  /** Most hits, at least 1. */
  readonly limit: number;
}

/** Rejects if neither the index nor the API can be reached. */
export type Find = (request: SearchRequest) => Promise<Found>;

/** A hit as an entry of a list. Every hit is a valid site. */
export function hitView({ domain, name, about, authority, verified, featured }: Hit): SiteView {
  return {
    domain,
    path: paths.domain(domain),
    name,
    about,
    marks: listMarks({ verified, tier: featured ? 'featured' : 'listed', status: 'valid' }),
    authority,
    facts: [],
    tags: [],
  };
}
