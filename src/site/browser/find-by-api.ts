import { askApi, isObject } from './answer.ts';
import { type Find, SHOWN } from './found.ts';

export const findByApi: Find = async (query, filters, tell) => {
  const asked = new URLSearchParams({ q: query, per_page: String(SHOWN), ...(filters.verified && { verified: '1' }) });
  const answer = await askApi(`/v1/search?${asked}`);
  if (!answer.ok) throw new Error(answer.detail);
  const { results, total } = answer.body;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const hits = (Array.isArray(results) ? results : []).filter(isObject).map((record) => ({
    domain: text(record['domain']),
    name: text(record['title']),
    about: text(record['description']) || text(record['summary']),
    authority: typeof record['authority'] === 'number' ? record['authority'] : null,
    verified: record['verified'] === true,
    featured: record['tier'] === 'featured',
  }));
  tell({
    total: typeof total === 'number' ? total : 0,
    hits: filters.featured ? hits.filter((hit) => hit.featured) : hits,
  });
};
