import { SITE_SIZES } from '../../directory/list-filter.ts';
import { LIST_SORTS, type ListSort } from '../../directory/list-sort.ts';
import { TOPICS } from '../../directory/topics.ts';
import { paths } from '../../directory/urls.ts';
import { type Facet, facetPath } from './facets.ts';
import { findGeneratorId } from './format/generators.ts';

/** Page of the list of all sites or of a facet. */
export interface ListPath {
  readonly facet: Facet | null;
  readonly sort: ListSort;
  readonly page: number;
}

const LIST_PATH = /^(\/browse|\/topics(?=\/[^/]))(?:\/(.*))?$/;
const KINDS: Readonly<Record<string, (value: string) => Facet | null>> = {
  country: (value) => (/^[a-z]{2}$/.test(value) ? { by: 'country', country: value.toUpperCase() } : null),
  language: (value) => (/^[a-z]{2,3}$/.test(value) ? { by: 'language', language: value } : null),
  size: (value) => {
    const known = SITE_SIZES.find(({ size }) => size === value);
    return known ? { by: 'size', size: known.size } : null;
  },
  generator: (value) => {
    const generator = findGeneratorId(value);
    return generator === null ? null : { by: 'generator', generator };
  },
};

/** Parses the path of a list without its extension. Returns null for other paths. */
export function readListPath(path: string): ListPath | null {
  const [, start, rest] = LIST_PATH.exec(path) ?? [];
  if (start === undefined) return null;
  const segments = rest?.split('/') ?? [];
  const facet = start === '/topics' ? topicOf(segments.shift()) : readFacet(segments);
  if (facet === undefined) return null;
  const sort = LIST_SORTS.find((one) => one === segments[0]) ?? 'authority';
  const page = Number(segments.at(-1) ?? 1) || 1;
  // Accept one spelling per page.
  const canonical = facet ? facetPath(facet, page, sort) : paths.browse(page, sort);
  return canonical === path ? { facet, sort, page } : null;
}

/** Parses the feed path of a topic or country. */
export function readFeedPath(path: string): Facet | null {
  const list = path.endsWith('/feed.xml') ? readListPath(path.slice(0, -'/feed.xml'.length)) : null;
  const isFeed = list?.sort === 'authority' && list.page === 1;
  return isFeed && (list.facet?.by === 'topic' || list.facet?.by === 'country') ? list.facet : null;
}

function topicOf(id: string | undefined): Facet | undefined {
  const known = TOPICS.find((topic) => topic.id === id);
  return known && { by: 'topic', topic: known.id };
}

/** Parses the facet of the segments. Returns null for the whole list, and undefined for an unknown facet. */
function readFacet(segments: string[]): Facet | null | undefined {
  const [first = ''] = segments;
  if (first === 'llms-full' || first === 'markdown') {
    segments.shift();
    return { by: first === 'markdown' ? 'markdown' : 'full' };
  }
  const read = KINDS[first];
  if (read === undefined) return null;
  const [, value = ''] = segments.splice(0, 2);
  return read(value) ?? undefined;
}
