import { compareRows } from '../row.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest } from '../search-manifest.ts';
import { type Filters, type Find, type Hit, MAX_RESULTS } from './find.ts';

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
  data(): Promise<{ meta: Record<string, string> }>;
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
  if (!top) return async (_, __, report) => report({ total: 0, hits: [] });
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
  return (query, filters, report) => findIn({ first, recent, following }, query, filters, report);
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
  query: string,
  filters: Filters,
  report: Parameters<Find>[2],
): Promise<void> {
  const ask = async ({ instance, outdated }: Part): Promise<Result[]> => {
    const { results } = await instance.search(query, {
      filters: { ...(filters.verified && { verified: 'yes' }), ...(filters.featured && { tier: 'featured' }) },
      sort: { position: 'asc' },
    });
    return results.filter(({ id }) => !outdated.has(id));
  };
  const [inFirst, changed] = await Promise.all([ask(first), recent ? ask(recent) : []]);
  const begun = await firstHits(changed, inFirst, FIRST_RESULTS);
  if (begun.length > 0) report({ total: null, hits: begun });
  const hits = await firstHits(changed, inFirst, MAX_RESULTS);
  if (hits.length > begun.length) report({ total: null, hits });
  const rest = (await Promise.all(following().map(ask))).flat();
  const total = inFirst.length + changed.length + rest.length;
  const isFull = inFirst.length >= MAX_RESULTS;
  report({ total, hits: isFull ? hits : await firstHits(changed, [...inFirst, ...rest], MAX_RESULTS) });
}

/** The first of two answers, each in list order. */
async function firstHits(recent: readonly Result[], inParts: readonly Result[], count: number): Promise<Hit[]> {
  const hits = await Promise.all([...recent.slice(0, count), ...inParts.slice(0, count)].map(hitOf));
  return hits.toSorted(compareRows).slice(0, count);
}

async function hitOf(result: Result): Promise<Hit> {
  const { meta } = await result.data();
  return {
    domain: meta['title'] ?? '',
    name: meta['name'] ?? '',
    about: meta['about'] ?? '',
    authority: meta['authority'] ? Number(meta['authority']) : null,
    verified: meta['verified'] === 'yes',
    featured: meta['tier'] === 'featured',
  };
}
