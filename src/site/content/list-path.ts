import { NO_FILTER } from '../../directory/list-filter.ts';
import { LIST_SORTS, type ListSort } from '../../directory/list-sort.ts';
import { paths } from '../../directory/urls.ts';
import { type Facet, facetPath, facetsOfFilter, toFilter } from './facets.ts';

export interface ListPath {
  readonly facet: Facet | null;
  readonly sort: ListSort;
  readonly page: number;
}

const LIST_PATH = /^(\/browse|\/topics(?=\/[^/]))(?:\/(.*))?$/;
/** Page number. Seven digits times the rows of a page fit the database's 4-byte integers. */
const PAGE = /^[1-9]\d{0,6}$/;
/** Kinds of facets whose value follows their name in the path. */
const VALUED = ['country', 'language', 'size', 'generator', 'tier'] as const;
/** Kinds without values, by segment. */
const FLAGS = { 'llms-full': 'has_full', markdown: 'has_markdown' } as const;

/** Parses the path of a list without its extension. Returns null for other paths. */
export function readListPath(path: string): ListPath | null {
  const [, start, rest] = LIST_PATH.exec(path) ?? [];
  if (start === undefined) return null;
  const segments = rest?.split('/') ?? [];
  const facet = start === '/topics' ? parseFacet('topic', segments.shift()) : readFacet(segments);
  if (facet === undefined) return null;
  const sort = LIST_SORTS.find((one) => one === segments[0]) ?? 'authority';
  const last = segments.at(-1) ?? '';
  const page = PAGE.test(last) ? Number(last) : 1;
  // Accept only the canonical path of a page.
  const canonical = facet ? facetPath(facet, page, sort) : paths.browse(page, sort);
  return canonical === path ? { facet, sort, page } : null;
}

export function readFeedPath(path: string): Facet | null {
  const list = path.endsWith('/feed.xml') ? readListPath(path.slice(0, -'/feed.xml'.length)) : null;
  const isFeed = list?.sort === 'authority' && list.page === 1;
  return isFeed && (list.facet?.by === 'topic' || list.facet?.by === 'country') ? list.facet : null;
}

/** Parses the facet in path segments. Returns null for the whole list, and undefined for an unknown facet. */
function readFacet(segments: string[]): Facet | null | undefined {
  const [first = ''] = segments;
  if (first === 'llms-full' || first === 'markdown') {
    segments.shift();
    return parseFacet(FLAGS[first]);
  }
  const kind = VALUED.find((by) => by === first);
  if (kind === undefined) return null;
  const [, value] = segments.splice(0, 2);
  return parseFacet(kind, value);
}

/** Returns a facet with the value in canonical form, or undefined for an unknown value. */
function parseFacet(by: Facet['by'], value = ''): Facet | undefined {
  return facetsOfFilter(toFilter({ by, value }) ?? NO_FILTER)[0];
}
