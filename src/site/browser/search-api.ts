import { askApi, isObject } from './ask-api.ts';
import { type Find, MAX_RESULTS } from './find.ts';

/** Asks the API of this site. */
export const searchByApi: Find = async (query, filters, report) => {
  const asked = new URLSearchParams({
    q: query,
    scope: 'all',
    sort: 'relevance',
    per_page: String(MAX_RESULTS),
    ...(filters.verified && { verified: '1' }),
  });
  const answer = await askApi(`/v1/search?${asked}`);
  if (!answer.ok) throw new Error(answer.detail);
  const { results, total, suggestion } = answer.body;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const hits = (Array.isArray(results) ? results : []).filter(isObject).map((record) => ({
    domain: text(record['domain']),
    name: text(record['title']),
    about: text(record['description']) || text(record['summary']),
    authority: typeof record['authority'] === 'number' ? record['authority'] : null,
    verified: record['verified'] === true,
    featured: record['tier'] === 'featured',
  }));
  report({
    total: typeof total === 'number' ? total : 0,
    hits: filters.featured ? hits.filter((hit) => hit.featured) : hits,
    ...(typeof suggestion === 'string' && { suggestion }),
  });
};
