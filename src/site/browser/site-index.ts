import { paths } from '../../directory/urls.ts';
import { foldText, splitWords, tellingWords } from '../../search/words.ts';
import { listMarks } from '../content/views/sites/marks.ts';
import type { SiteView } from '../content/views/sites/site-view.ts';

export const SEARCH_FOLDER = 'pagefind';
/** Path of the file that names the index. */
export const SEARCH_MANIFEST = '/pagefind/sites.json';

export interface SearchManifest {
  /** Pagefind's folder, relative to this file. Null if no site is listed or there is no index. */
  readonly folder: string | null;
}

/** Used part of Pagefind's API. https://pagefind.app/docs/api/ */
interface Pagefind {
  search(
    words: string,
    options?: { filters: Record<string, string> },
  ): Promise<{ readonly results: readonly Result[]; readonly unfilteredResultCount: number }>;
}
interface Result {
  readonly id: string;
  readonly score: number;
  readonly matchedMetaFields?: readonly string[];
  data(): Promise<{
    readonly meta: Readonly<Record<string, string>>;
    readonly filters: Readonly<Record<string, readonly string[]>>;
  }>;
}

export type SiteIndex = ReturnType<typeof openIndex>;

let opened: Promise<SiteIndex> | null = null;
/** Number of tries. A try uses another URL fragment, because a browser does not reload a failed module. */
let tries = 0;

/** Loads the built index once. Rejects if the index is missing or cannot be loaded. */
export async function loadIndex(): Promise<SiteIndex> {
  opened ??= load();
  return await opened;
}

/** Asks the built index. Asks a newly loaded index after an error, because a build may replace the index at any time. */
export async function askIndex<Answer>(ask: (index: SiteIndex) => Promise<Answer>): Promise<Answer> {
  return await loadIndex()
    .then(ask)
    .catch(async () => {
      opened = null;
      return await loadIndex().then(ask);
    });
}

async function load() {
  const folder = await readFolder();
  const pagefind: Pagefind & { init(): Promise<void> } = await import(
    /* @vite-ignore */ `/${SEARCH_FOLDER}/${folder}/pagefind.js#${tries++}`
  );
  await pagefind.init();
  const search: Pagefind['search'] = async (words, options) => {
    const answer = await pagefind.search(words, options);
    // Pagefind finds nothing in a removed index, and reports no error.
    if (answer.unfilteredResultCount === 0 && (await readFolder()) !== folder)
      throw new Error('A build replaced the search index.');
    return answer;
  };
  return openIndex({ search });
}

async function readFolder(): Promise<string> {
  const { folder }: SearchManifest = await (await fetch(SEARCH_MANIFEST, { cache: 'no-cache' })).json();
  if (folder === null) throw new Error('The pages have no search index.');
  return folder;
}

const MAX_WORDS = 8;
/** Number of sites below which sites follow that match a part of the words. */
const FEW = 3;
const MAX_PARTS = 5;
const MIN_SHARE = 0.5;
/** Share of authority in a score. */
const BY_AUTHORITY = 0.4;
const EXCLUDED = /(?<!\S)-(?:"[^"]*"?|\S+)/g;

export function openIndex(pagefind: Pagefind) {
  /**
   * Finds the sites with all words, verified sites first if there are more than `limit`. Reads all matches only if the verified
   * sites do not fill `limit`, because the matches of a frequent word take 20 times longer.
   */
  async function findWhole(words: string, limit: number) {
    const verified = await pagefind.search(words, { filters: { verified: 'yes' } });
    if (verified.results.length >= limit) return { total: verified.unfilteredResultCount, found: verified.results };
    const { results } = await pagefind.search(words);
    return { total: results.length, found: results.length <= limit ? results : [...verified.results, ...results] };
  }

  /** Finds sites with half of the words or more, best matches first. More words count more than better matches. */
  async function findParts(words: readonly string[]): Promise<Result[]> {
    const hits = (await Promise.all(words.map((word) => pagefind.search(word)))).flatMap(({ results }) => results);
    const sites = [...Map.groupBy(hits, ({ id }) => id).values()].flatMap(([first, ...more]) => {
      const share = (1 + more.length) / words.length;
      if (!first || share < MIN_SHARE) return [];
      return { ...first, score: share * more.reduce((sum, { score }) => sum + score, first.score) };
    });
    return sites.toSorted((a, b) => b.score - a.score);
  }

  /** Sorts sites: the named site first, then verified sites, then the best matches. */
  async function order(results: readonly Result[], name: string): Promise<SiteView[]> {
    const sites = results.map(async ({ data, score }) => {
      const site = toSite(await data());
      const named = Number(site.domain === name) + Number(site.domain.startsWith(name));
      const verified = Number(site.marks.some(({ look }) => look === 'verified'));
      const weight = 1 - BY_AUTHORITY + (BY_AUTHORITY * (site.authority ?? 0)) / 100;
      return { site, standing: 2 * named + verified, score: score * weight };
    });
    const compared = await Promise.all(sites);
    return compared.toSorted((a, b) => b.standing - a.standing || b.score - a.score).map(({ site }) => site);
  }

  async function find(typed: string, limit: number): Promise<{ total: number; sites: SiteView[] }> {
    const query = domainOfQuery(typed.trim()) ?? typed;
    const words = tellingWords([...new Set(splitWords(query.replace(EXCLUDED, ' ')))]).slice(0, MAX_WORDS);
    const name = foldText(query).replace(/\s+/g, '');
    const { total, found } = await findWhole(words.join(' '), limit);
    const wholeMatches = [...new Map(found.map((result) => [result.id, result])).values()].slice(0, limit);
    const others = total < FEW ? await findParts(words) : [];
    const parts = others.filter(({ id }) => !wholeMatches.some((one) => one.id === id)).slice(0, MAX_PARTS);
    const sites = [...(await order(wholeMatches, name)), ...(await order(parts, name))].slice(0, limit);
    return { total: total + parts.length, sites };
  }

  /** Finds sites whose name or title has words with this prefix. */
  async function suggest(query: string, most: number): Promise<SiteView[]> {
    const { results } = await pagefind.search(splitWords(query).join(' '));
    const named = results.filter(({ matchedMetaFields = [] }) =>
      ['domain', 'title'].some((field) => matchedMetaFields.includes(field)),
    );
    return await Promise.all(named.slice(0, most).map(({ data }) => data().then(toSite)));
  }

  return { find, suggest };
}

/** Returns the canonical domain of a query that is a domain or URL, or null. */
export function domainOfQuery(query: string): string | null {
  const url = /^https?:/i.test(query) ? query : `https://${query}`;
  const domain = URL.canParse(url) ? new URL(url).hostname.replace(/^www\.|\.$/g, '') : '';
  return /^[a-z\d.-]+\.[a-z][a-z\d-]+$/.test(domain) ? domain : null;
}

/** Converts a search result. Every site of the index is valid and listed. */
function toSite({ meta, filters }: Awaited<ReturnType<Result['data']>>): SiteView {
  const domain = meta['domain'] ?? '';
  const tier = 'featured' in filters ? 'featured' : 'listed';
  return {
    domain,
    path: paths.domain(domain),
    name: meta['title'] ?? '',
    about: meta['about'] ?? '',
    marks: listMarks({ verified: 'verified' in filters, tier, status: 'valid' }),
    authority: meta['authority'] ? Number(meta['authority']) : null,
    facts: [],
    tags: [],
  };
}
