import type { FoundLink } from '../../directory/link.ts';
import type { Status } from '../../directory/state.ts';
import { paths } from '../../directory/urls.ts';
import { LINKS_SHOWN } from '../views/search/link-view.ts';
import type { ResultsGiven } from '../views/search/results-view.ts';
import { statusMarks } from '../views/sites/marks.ts';
import { askApi, isObject } from './ask-api.ts';
import { type Find, type Hit, hitView, type SearchRequest } from './hit.ts';

/** The API's bound of `per_page`. */
const MAX_PER_PAGE = 100;
const NOT_FOUND = 404;
const STATUSES: readonly Status[] = ['pending', 'valid', 'invalid', 'unreachable'];

/** Searches by the API of this site. Rejects if it cannot be reached. */
export const searchByApi: Find = async (request) => {
  const { filters, limit } = request;
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(limit / MAX_PER_PAGE) }, (_, at) => askPage(request, at + 1)),
  );
  const [{ total, suggestion } = {}] = pages;
  const hits = pages.flatMap(({ results }) => (Array.isArray(results) ? results : [])).map(hitOf);
  return {
    total: typeof total === 'number' ? total : 0,
    hits: (filters.featured ? hits.filter((hit) => hit.featured) : hits).slice(0, limit),
    ...(typeof suggestion === 'string' && { suggestion }),
  };
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

/** Finds the site of a domain among hits or by the API. Resolves to null if nobody knows whether the directory lists it. */
export async function findExact(domain: string, hits: readonly Hit[]): Promise<ResultsGiven['exact']> {
  const hit = hits.find((each) => each.domain === domain);
  if (hit) return { domain, site: hitView(hit) };
  const answer = await askApi(paths.lookup(domain));
  if (!answer.ok) return answer.body['status'] === NOT_FOUND ? { domain, site: null } : null;
  const site = hitView(hitOf(answer.body));
  // Unlike a hit, it may fail or wait for its first visit.
  const status = STATUSES.find((each) => each === answer.body['status']) ?? 'valid';
  return { domain, site: { ...site, marks: [...site.marks, ...statusMarks(status)] } };
}

let hasLinks = true;

/** The first links inside the files of sites that match, or none if the API does not know them. Never rejects. */
export async function searchLinks(query: string): Promise<readonly FoundLink[]> {
  if (!hasLinks) return [];
  const answer = await askApi(`/v1/links?${new URLSearchParams({ q: query, per_page: String(LINKS_SHOWN) })}`);
  if (!answer.ok) {
    const { status } = answer.body;
    hasLinks = status !== undefined && status !== NOT_FOUND;
    return [];
  }
  const { results } = answer.body;
  return Array.isArray(results) ? results.filter(isObject).map(linkOf) : [];
}

function linkOf(result: Readonly<Record<string, unknown>>): FoundLink {
  const text = (name: string) => (typeof result[name] === 'string' ? result[name] : '');
  return {
    title: text('title'),
    url: text('url'),
    notes: text('notes') || null,
    section: text('section') || null,
    domain: text('domain'),
    site: text('site') || null,
    authority: typeof result['authority'] === 'number' ? result['authority'] : null,
    verified: result['verified'] === true,
  };
}

/** A record of the API as a hit. */
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
