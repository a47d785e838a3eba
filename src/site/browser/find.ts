import type { Find } from './hit.ts';
import { searchByApi } from './search-api.ts';
import { loadIndex, type SiteIndex } from './site-index.ts';

/** Quotes, `or` and a leading minus. The index finds words only. */
const OPERATOR = /"|(?<!\S)-\S|(?<!\S)or(?!\S)/i;

/** Opens the search of the index that came with the pages, or of the API if there is no index. */
export async function openFind(): Promise<Find> {
  const index = await loadIndex().catch(() => null);
  return index === null ? searchByApi : findOrAsk(index, searchByApi);
}

/** Searches the index, or the API where that knows better. A copy of the pages may be on a host without an API. */
export function findOrAsk(index: SiteIndex, askApi: Find): Find {
  return async (request) => {
    const asksFirst = index.isBrief || OPERATOR.test(request.query);
    const answer = asksFirst ? await askApi(request).catch(() => null) : null;
    if (answer !== null) return answer;
    const { isDoubtful, ...own } = await index.find(request);
    return isDoubtful && !asksFirst ? await askApi(request).catch(() => own) : own;
  };
}
