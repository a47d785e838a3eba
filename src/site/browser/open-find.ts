import type { Find, Found } from './find.ts';
import { loadIndexFiles } from './index-files.ts';
import { searchByApi } from './search-api.ts';

/**
 * A search of the indexes that came with the pages. The API is asked where they cannot be used, where a word of the query is unknown,
 * which it may correct, and before it is said that nothing was found.
 */
export async function openFind(): Promise<Find> {
  try {
    const [{ openIndexes }, files] = await Promise.all([import('./search-indexes.ts'), loadIndexFiles()]);
    const find = await openIndexes(files);
    return (request, report) => findOrAsk(find, request, report);
  } catch {
    return searchByApi;
  }
}

async function findOrAsk(find: Find, ...[request, report]: Parameters<Find>): Promise<void> {
  const doubtful: Found[] = [];
  try {
    await find(request, (found) => {
      if (found.total === 0 || found.mayBeMisspelt) doubtful.push(found);
      else report(found);
    });
  } catch {
    return await searchByApi(request, report);
  }
  // A copy of the pages may stand where there is no API.
  for (const own of doubtful) await searchByApi(request, report).catch(() => report(own));
}
