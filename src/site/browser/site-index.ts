import { paths } from '../../directory/urls.ts';
import { foldText, tellingWords, wordsOf } from '../../search/words.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest } from '../search-manifest.ts';
import { listMarks } from '../views/sites/marks.ts';
import type { SiteView } from '../views/sites/site-view.ts';
import { domainOfQuery } from './domain-of-query.ts';

/** Used part of Pagefind's API. https://pagefind.app/docs/api/ */
export interface Pagefind {
  search(words: string, options: { filters: Record<string, string> }): Promise<{ readonly results: readonly Result[] }>;
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

/** Use another fragment per try, because a browser does not reload a failed module. */
let tries = 0;

/** Loads the built index. Rejects if it is missing or cannot be loaded. */
export async function loadIndex(): Promise<SiteIndex> {
  const { folder }: SearchManifest = await (await fetch(SEARCH_MANIFEST, { cache: 'no-cache' })).json();
  if (folder === null) throw new Error('The pages come without a search index.');
  const pagefind = await import(/* @vite-ignore */ `/${SEARCH_FOLDER}/${folder}/pagefind.js#${tries++}`);
  await pagefind.init();
  return openIndex(pagefind);
}

/** Most words of a query. */
const MAX_WORDS = 8;
/** Most matches compared by authority. Each loads a file. */
const COMPARED = 20;
/** Share of authority in a score. */
const BY_AUTHORITY = 0.4;
/** If few sites match the whole query, more follow that match this share of its words. */
const FEW = 3;
const MAX_PARTS = 5;
const MIN_SHARE = 0.5;

interface Match {
  readonly result: Result;
  /** Share of the words that the site matches. */
  readonly share: number;
  readonly score: number;
}

/** Searches Pagefind's index. Verified sites come first, then the best matches. */
export function openIndex(pagefind: Pagefind) {
  const search = async (words: string, filters: Record<string, string> = {}) =>
    (await pagefind.search(words, { filters })).results;

  /** Sites that match some of the words. */
  async function findParts(words: readonly string[]): Promise<Match[]> {
    const found = await Promise.all(words.map((word) => search(word)));
    const parts = [...Map.groupBy(found.flat(), ({ id }) => id).values()].flatMap(([result, ...more]) => {
      const score = more.reduce((sum, one) => sum + one.score, result?.score ?? 0);
      return result ? [{ result, share: (1 + more.length) / words.length, score }] : [];
    });
    return parts
      .filter(({ share }) => share >= MIN_SHARE)
      .toSorted((a, b) => b.share - a.share || b.score - a.score)
      .slice(0, MAX_PARTS);
  }

  async function find(typed: string, limit: number): Promise<{ total: number; sites: SiteView[] }> {
    const query = domainOfQuery(typed.trim()) ?? typed;
    const words = tellingWords([...new Set(wordsOf(query.replace(EXCLUDED, ' ')))]).slice(0, MAX_WORDS);
    const all = words.join(' ');
    const found = [...(await search(all, { verified: 'yes' })), ...(await search(all))];
    const whole = uniqueSites(found.map((result) => ({ result, share: 1, score: result.score })));
    const matches = uniqueSites([...whole, ...(whole.length < FEW ? await findParts(words) : [])]);
    const start = foldText(query).replace(/\s+/g, '');
    const compared = await Promise.all(
      matches.slice(0, Math.max(limit, COMPARED)).map(async ({ result, share, score }) => {
        const data = await result.data();
        const [site, { filters }] = [siteOf(data), data];
        const named = Number(site.domain === start) + Number(site.domain.startsWith(start));
        const verified = Number('verified' in filters);
        return {
          site,
          share,
          named,
          verified,
          score: score * (1 - BY_AUTHORITY + (BY_AUTHORITY * (site.authority ?? 0)) / 100),
        };
      }),
    );
    const ordered = compared.toSorted(
      (a, b) => b.named - a.named || b.share - a.share || b.verified - a.verified || b.score - a.score,
    );
    return { total: matches.length, sites: ordered.slice(0, limit).map(({ site }) => site) };
  }

  /** Finds sites whose name or title has words with this prefix. */
  async function suggest(query: string, most: number): Promise<SiteView[]> {
    const results = await search(wordsOf(query).join(' '));
    const named = results.filter(({ matchedMetaFields = [] }) =>
      ['domain', 'title'].some((field) => matchedMetaFields.includes(field)),
    );
    const sites = await Promise.all(named.slice(0, 2 * most).map(({ data }) => data().then(siteOf)));
    return sites.filter((site) => isNamed(site, query)).slice(0, most);
  }

  return { find, suggest };
}

const EXCLUDED = /(?<!\S)-(?:"[^"]*"?|\S+)/g;

function uniqueSites(matches: readonly Match[]): Match[] {
  return [...new Map(matches.toReversed().map((match) => [match.result.id, match])).values()].toReversed();
}

/** Every site of the index is valid and listed. */
function siteOf({ meta, filters }: Awaited<ReturnType<Result['data']>>): SiteView {
  const domain = meta['domain'] ?? '';
  return {
    domain,
    path: paths.domain(domain),
    name: meta['title'] ?? '',
    about: meta['about'] ?? '',
    marks: listMarks({
      verified: 'verified' in filters,
      tier: 'featured' in filters ? 'featured' : 'listed',
      status: 'valid',
    }),
    authority: meta['authority'] ? Number(meta['authority']) : null,
    facts: [],
    tags: [],
  };
}

/** Reports whether each query word is a prefix of a word in the site's name or title. */
function isNamed({ domain, name }: SiteView, query: string): boolean {
  const words = wordsOf(`${domain} ${name}`);
  return (
    domain.startsWith(foldText(query)) || wordsOf(query).every((asked) => words.some((word) => word.startsWith(asked)))
  );
}
