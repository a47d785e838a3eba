import { askApi, isObject } from './ask-api.ts';
import type { Find, Hit, SearchRequest } from './find.ts';

/** The API's bound of `per_page`. */
const MAX_PER_PAGE = 100;

/** Asks the API of this site. */
export const searchByApi: Find = async (request, report) => {
  const { filters, limit } = request;
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(limit / MAX_PER_PAGE) }, (_, at) => askPage(request, at + 1)),
  );
  const [{ total, suggestion } = {}] = pages;
  const hits = pages.flatMap(({ results }) => (Array.isArray(results) ? results : [])).map(hitOf);
  report({
    total: typeof total === 'number' ? total : 0,
    hits: (filters.featured ? hits.filter((hit) => hit.featured) : hits).slice(0, limit),
    ...(typeof suggestion === 'string' && { suggestion }),
  });
};

async function askPage({ query, filters, limit }: SearchRequest, page: number) {
  const asked = new URLSearchParams({
    q: query,
    scope: 'all',
    sort: 'relevance',
    page: String(page),
    per_page: String(Math.min(limit, MAX_PER_PAGE)),
    ...(filters.verified && { verified: '1' }),
  });
  const answer = await askApi(`/v1/search?${asked}`);
  if (!answer.ok) throw new Error(answer.detail);
  return answer.body;
}

/** A record of the API as a result. */
export function hitOf(record: unknown): Hit {
  const facts = isObject(record) ? record : {};
  const text = (name: string) => (typeof facts[name] === 'string' ? facts[name] : '');
  return {
    domain: text('domain'),
    name: text('title'),
    about: text('description') || text('summary'),
    authority: typeof facts['authority'] === 'number' ? facts['authority'] : null,
    verified: facts['verified'] === true,
    featured: facts['tier'] === 'featured',
  };
}
