import { paths } from '../../directory/urls.ts';
import { foldText, tellingWords, wordsOf } from '../../search/words.ts';
import { listMarks } from '../content/views/sites/marks.ts';
import type { SiteView } from '../content/views/sites/site-view.ts';

/** Folder of the search index below the site's root. */
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
/** Number of tries. Each uses another URL fragment, because a browser does not reload a failed module. */
let tries = 0;

/** Loads the built index once. Rejects if it is missing or cannot be loaded. The next call tries again. */
export async function loadIndex(): Promise<SiteIndex> {
  opened ??= load().catch((error) => {
    opened = null;
    throw error;
  });
  return await opened;
}

async function load(): Promise<SiteIndex> {
  const { folder }: SearchManifest = await (await fetch(SEARCH_MANIFEST, { cache: 'no-cache' })).json();
  if (folder === null) throw new Error('The pages have no search index.');
  const pagefind = await import(/* @vite-ignore */ `/${SEARCH_FOLDER}/${folder}/pagefind.js#${tries++}`);
  await pagefind.options(INDEX_OPTIONS);
  await pagefind.init();
  return openIndex(pagefind);
}

/** Options of Pagefind. Matches in these fields rank higher than by default, which is 5 for the title and 1 for others. */
export const INDEX_OPTIONS = { ranking: { metaWeights: { title: 10, domain: 10, about: 5 } } } as const;
/** Most words of a query. */
const MAX_WORDS = 8;
/** Share of authority in a score. */
const BY_AUTHORITY = 0.4;
/** Number of sites below which sites follow that match only this share of the words. */
const FEW = 3;
const MAX_PARTS = 5;
const MIN_SHARE = 0.5;
const EXCLUDED = /(?<!\S)-(?:"[^"]*"?|\S+)/g;
const DOMAIN = /^(?:https?:\/\/)?((?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]+)\.?(?:[/:?#]\S*)?$/iu;

/** Searches Pagefind's index. Verified sites come first, then the best matches. */
export function openIndex(pagefind: Pagefind) {
  /**
   * Finds sites that match all words, best first. Verified sites are first if there are more than `limit`. Reads all matches only
   * if the verified sites do not fill `limit`, because the matches of a frequent word take 20 times longer.
   */
  async function findWhole(words: string, limit: number) {
    const verified = await pagefind.search(words, { filters: { verified: 'yes' } });
    if (verified.results.length >= limit) return { total: verified.unfilteredResultCount, found: verified.results };
    const { results } = await pagefind.search(words);
    return { total: results.length, found: results.length <= limit ? results : [...verified.results, ...results] };
  }

  /** Finds sites that match the words. If there are few, adds sites that match a part of the words. */
  async function findMatches(words: readonly string[], limit: number) {
    const whole = await findWhole(words.join(' '), limit);
    const matches = new Map(whole.found.map((result) => [result.id, { result, share: 1, score: result.score }]));
    if (whole.total >= FEW) return { total: whole.total, matches: [...matches.values()] };
    const found = (await Promise.all(words.map((word) => pagefind.search(word)))).flatMap(({ results }) => results);
    const parts = [...Map.groupBy(found, ({ id }) => id).values()].flatMap((some) => {
      const score = some.reduce((sum, one) => sum + one.score, 0);
      return some[0] ? [{ result: some[0], share: some.length / words.length, score }] : [];
    });
    const best = parts
      .filter(({ result, share }) => !matches.has(result.id) && share >= MIN_SHARE)
      .toSorted((a, b) => b.share - a.share || b.score - a.score);
    const all = [...matches.values(), ...best.slice(0, MAX_PARTS)];
    return { total: all.length, matches: all };
  }

  async function find(typed: string, limit: number): Promise<{ total: number; sites: SiteView[] }> {
    const query = domainOfQuery(typed.trim()) ?? typed;
    const words = tellingWords([...new Set(wordsOf(query.replace(EXCLUDED, ' ')))]);
    const { total, matches } = await findMatches(words.slice(0, MAX_WORDS), limit);
    const start = foldText(query).replace(/\s+/g, '');
    const compared = await Promise.all(
      matches.slice(0, limit).map(async ({ result, share, score }) => {
        const site = siteOf(await result.data());
        return {
          site,
          share,
          named: Number(site.domain === start) + Number(site.domain.startsWith(start)),
          verified: Number(site.marks.some(({ look }) => look === 'verified')),
          score: score * (1 - BY_AUTHORITY + (BY_AUTHORITY * (site.authority ?? 0)) / 100),
        };
      }),
    );
    const ordered = compared.toSorted(
      (a, b) => b.named - a.named || b.share - a.share || b.verified - a.verified || b.score - a.score,
    );
    return { total, sites: ordered.map(({ site }) => site) };
  }

  /** Finds sites whose name or title has words with this prefix. */
  async function suggest(query: string, most: number): Promise<SiteView[]> {
    const { results } = await pagefind.search(wordsOf(query).join(' '));
    const named = results.filter(({ matchedMetaFields = [] }) =>
      ['domain', 'title'].some((field) => matchedMetaFields.includes(field)),
    );
    return await Promise.all(named.slice(0, most).map(({ data }) => data().then(siteOf)));
  }

  return { find, suggest };
}

/** Returns the canonical domain of a query that looks like one, or null. */
export function domainOfQuery(query: string): string | null {
  const url = `https://${DOMAIN.exec(query)?.[1] ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
}

/** Creates a found site. Every site of the index is valid and listed. */
function siteOf({ meta, filters }: Awaited<ReturnType<Result['data']>>): SiteView {
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
