import { wordsOf } from '../../search/words.ts';
import { compareRows } from '../row.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest } from '../search-manifest.ts';
import type { Find, Hit, SearchRequest } from './find.ts';

/** The part of Pagefind's browser module that is used here. */
interface Pagefind {
  createInstance(options: { basePath: string }): Instance;
}
interface Instance {
  search(
    query: string,
    options?: { filters: Record<string, string>; sort: Record<string, 'asc' | 'desc'> },
  ): Promise<{ results: Result[] }>;
}
interface Result {
  readonly id: string;
  data(): Promise<{ content: string; meta: Record<string, string> }>;
}

interface Part {
  readonly instance: Instance;
  readonly outdated: ReadonlySet<string>;
}

/** A browser does not request a module that failed to load again under the same address: each try adds another fragment. */
let tries = 0;

/** A search of the indexes that came with the pages. Rejects where they cannot be used. */
export async function openIndexes(): Promise<Find> {
  const address = `/${SEARCH_FOLDER}/pagefind.js#${tries++}`;
  const [manifest, { createInstance }]: [SearchManifest, Pagefind] = await Promise.all([
    fetch(SEARCH_MANIFEST, { cache: 'no-cache' }).then((answer) => answer.json()),
    import(/* @vite-ignore */ address),
  ]);
  const open = (folder: string) => createInstance({ basePath: `/${SEARCH_FOLDER}/${folder}/` });
  const openPart = ({ folder, outdated }: SearchManifest['parts'][number]): Part => ({
    instance: open(folder),
    outdated: new Set(outdated),
  });
  const [top, ...others] = manifest.parts;
  if (!top) return async (_, report) => report({ total: 0, hits: [] });
  const first = openPart(top);
  // They share one WebAssembly, which must be there before a second index is opened: an empty search waits for it.
  await first.instance.search('');
  const recent = manifest.recent === null ? null : { instance: open(manifest.recent), outdated: new Set<string>() };
  let opened: readonly Part[] | null = null;
  const following = () => {
    opened ??= others.map(openPart);
    return opened;
  };
  setTimeout(following, LOAD_OTHERS_AFTER_MS);
  return (request, report) => findIn({ first, recent, following }, request, report);
}

/** The first results need only the first part: the others are loaded a little later. */
const LOAD_OTHERS_AFTER_MS = 300;

/** The data of each result is a file of its own: this many are read before the first results are shown. */
const FIRST_RESULTS = 4;

interface Indexes {
  readonly first: Part;
  /** Sites that have changed since the parts were made: they may belong anywhere in the list. */
  readonly recent: Part | null;
  /** The other parts, opened at the first call. */
  following(): readonly Part[];
}

/** Parts follow one another in list order, so results of the first part are shown while the others are searched or only counted. */
async function findIn(
  { first, recent, following }: Indexes,
  { query, filters, limit }: SearchRequest,
  report: Parameters<Find>[1],
): Promise<void> {
  const ask = async ({ instance, outdated }: Part): Promise<Result[]> => {
    const { results } = await instance.search(query, {
      filters: { ...(filters.verified && { verified: 'yes' }), ...(filters.featured && { tier: 'featured' }) },
      sort: { position: 'asc' },
    });
    return results.filter(({ id }) => !outdated.has(id));
  };
  const [inFirst, changed] = await Promise.all([ask(first), recent ? ask(recent) : []]);
  const firstHits = (inParts: readonly Result[], count: number) => readHits(changed, inParts, count, query);
  const begun = await firstHits(inFirst, Math.min(FIRST_RESULTS, limit));
  if (begun.length > 0) report({ total: null, hits: begun });
  const hits = await firstHits(inFirst, limit);
  if (hits.length > begun.length) report({ total: null, hits });
  const rest = (await Promise.all(following().map(ask))).flat();
  const total = inFirst.length + changed.length + rest.length;
  const shown = inFirst.length >= limit ? hits : await firstHits([...inFirst, ...rest], limit);
  report({ total: shown.length === 0 ? 0 : total, hits: shown });
}

/** The first of two answers, each in list order. */
async function readHits(
  recent: readonly Result[],
  inParts: readonly Result[],
  count: number,
  query: string,
): Promise<Hit[]> {
  const some = [...recent.slice(0, count), ...inParts.slice(0, count)];
  const hits = await Promise.all(some.map((result) => hitOf(result, query)));
  return hits
    .filter((hit) => hit !== null)
    .toSorted(compareRows)
    .slice(0, count);
}

/** Where no site has a word, Pagefind finds those with a beginning of it ("and" of "andromeda"): null for such a one. */
async function hitOf(result: Result, query: string): Promise<Hit | null> {
  const { content, meta } = await result.data();
  if (!holdsAny(content, query)) return null;
  return {
    domain: meta['title'] ?? '',
    name: meta['name'] ?? '',
    about: meta['about'] ?? '',
    authority: meta['authority'] ? Number(meta['authority']) : null,
    verified: meta['verified'] === 'yes',
    featured: meta['tier'] === 'featured',
  };
}

/** The share of a word that its forms have in common. */
const COMMON_SHARE = 0.6;

/** Does a text have a word of the query, in any form? True of a query that has no words. */
function holdsAny(text: string, query: string): boolean {
  const words = wordsOf(query);
  const beginnings = words.map((word) => word.slice(0, Math.ceil(word.length * COMMON_SHARE)));
  return words.length === 0 || wordsOf(text).some((word) => beginnings.some((begin) => word.startsWith(begin)));
}
