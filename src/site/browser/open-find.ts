import type { Find } from './find.ts';
import { searchByApi } from './search-api.ts';

/**
 * A search of the indexes that came with the pages. The API is asked where they cannot be used, and before it is said that nothing was
 * found: it also corrects words.
 */
export async function openFind(): Promise<Find> {
  try {
    const { openIndexes } = await import('./search-indexes.ts');
    const find = await openIndexes();
    return (request, report) => findOrAsk(find, request, report);
  } catch {
    return searchByApi;
  }
}

async function findOrAsk(find: Find, ...[request, report]: Parameters<Find>): Promise<void> {
  let isEmpty = false;
  try {
    await find(request, (found) => {
      if (found.total === 0) isEmpty = true;
      else report(found);
    });
  } catch {
    return await searchByApi(request, report);
  }
  // A copy of the pages may stand where there is no API.
  if (isEmpty) await searchByApi(request, report).catch(() => report({ total: 0, hits: [] }));
}
