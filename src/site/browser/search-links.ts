import type { FoundLink } from '../../directory/link.ts';
import { LINKS_SHOWN } from '../views/search/link-view.ts';
import { askApi, isObject } from './ask-api.ts';

const NOT_FOUND = 404;
let isAbsent = false;

/** The first links inside the files of sites that match; none where there is no API that knows them. Never rejects. */
export async function searchLinks(query: string): Promise<readonly FoundLink[]> {
  if (isAbsent) return [];
  const answer = await askApi(`/v1/links?${new URLSearchParams({ q: query, per_page: String(LINKS_SHOWN) })}`);
  if (!answer.ok) {
    const { status } = answer.body;
    isAbsent = status === undefined || status === NOT_FOUND;
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
