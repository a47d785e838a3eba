import { FEW_MATCHES } from '../../search/corrections.ts';
import { tellingWords } from '../../search/frequent-words.ts';
import { foldText, wordsOf } from '../../search/words.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest } from '../search-manifest.ts';
import { domainOfQuery } from './domain-of-query.ts';
import type { Found, Hit, SearchRequest } from './hit.ts';

/** The part of Pagefind's API that is used here. https://pagefind.app/docs/api/ */
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

/** A browser does not request a module again that failed to load: each try has another fragment. */
let tries = 0;

/** Loads the index that came with the pages. Rejects if it cannot be loaded. */
export async function loadIndex(): Promise<SiteIndex> {
  const { folder, isBrief }: SearchManifest = await (await fetch(SEARCH_MANIFEST, { cache: 'no-cache' })).json();
  if (folder === null && isBrief) throw new Error('The pages come without a search index.');
  if (folder === null) return openIndex(isBrief, { search: async () => ({ results: [] }) });
  const pagefind = await import(/* @vite-ignore */ `/${SEARCH_FOLDER}/${folder}/pagefind.js#${tries++}`);
  await pagefind.init();
  return openIndex(isBrief, pagefind);
}

/** Words of a query that are looked for. */
const MAX_WORDS = 8;
/** Matches whose authority is compared. What is shown of each is a file. */
const COMPARED = 20;
/** The share of a score that authority decides. */
const BY_AUTHORITY = 0.4;
/** A second site with a larger share of the first one's score may be the better one. */
const CLOSE = 0.8;
/** Where few sites hold the whole query, so many follow that hold this share of its words. */
const MAX_PARTS = 5;
const MIN_SHARE = 0.5;

interface Match {
  readonly result: Result;
  /** Share of the words that the site holds. */
  readonly share: number;
  readonly score: number;
}

/** Searches Pagefind's index and orders its results. */
export function openIndex(isBrief: boolean, pagefind: Pagefind) {
  const search = async (words: string, filters: Record<string, string>) =>
    (await pagefind.search(words, { filters })).results;

  /** Sites that hold all words. */
  async function findWhole(words: readonly string[], filters: Record<string, string>): Promise<Match[]> {
    return (await search(words.join(' '), filters)).map((result) => ({ result, share: 1, score: result.score }));
  }

  /** Sites that hold some of the words. */
  async function findParts(words: readonly string[], filters: Record<string, string>): Promise<Match[]> {
    const found = await Promise.all(words.map((word) => search(word, filters)));
    return [...Map.groupBy(found.flat(), ({ id }) => id).values()].flatMap(([result, ...more]) => {
      const score = more.reduce((sum, one) => sum + one.score, result?.score ?? 0);
      return result ? [{ result, share: (1 + more.length) / words.length, score }] : [];
    });
  }

  /** `isDoubtful`: few sites match, a word is unknown, two sites match about as well, or one may be a copy. */
  async function find(request: SearchRequest): Promise<Found & { readonly isDoubtful: boolean }> {
    const { limit } = request;
    const query = domainOfQuery(request.query.trim()) ?? request.query;
    const words = tellingWords([...new Set(wordsOf(query.replace(EXCLUDED, ' ')))]).slice(0, MAX_WORDS);
    // Quotes, because Pagefind finds other words with the same beginning too: they may be what was meant.
    const exact = await Promise.all(words.map((word) => search(`"${word}"`, {})));
    const isUnknown = exact.some(({ length }) => length === 0);
    const wanted = request.filters.featured ? { featured: 'yes' } : {};
    const verified = await findWhole(words, { ...wanted, verified: 'yes' });
    const others = request.filters.verified ? [] : await findWhole(words, wanted);
    const whole = uniqueSites([...verified, ...others]);
    const isFew = whole.length < FEW_MATCHES;
    const some = isFew
      ? await findParts(words, request.filters.verified ? { ...wanted, verified: 'yes' } : wanted)
      : [];
    const parts = some
      .filter(({ share }) => share >= MIN_SHARE)
      .toSorted((a, b) => b.share - a.share || b.score - a.score);
    const matches = uniqueSites([...whole, ...parts.slice(0, MAX_PARTS)]);
    const start = foldText(query).replace(/\s+/g, '');
    const compared = await Promise.all(matches.slice(0, Math.max(limit, COMPARED)).map((one) => readHit(one, start)));
    const ordered = compared.toSorted(
      (a, b) =>
        b.named - a.named || b.share - a.share || Number(b.hit.verified) - Number(a.hit.verified) || b.score - a.score,
    );
    const [first, second] = ordered;
    const isClose = first !== undefined && second !== undefined && second.score > CLOSE * first.score;
    const hits = ordered.slice(0, limit).map(({ hit }) => hit);
    return { total: matches.length, hits, isDoubtful: isFew || isUnknown || isClose || hits.some(mayCopy) };
  }

  /** Sites whose name or title has words that begin so. */
  async function suggest(query: string, most: number): Promise<Hit[]> {
    const results = await search(wordsOf(query).join(' '), {});
    const named = results.filter(({ matchedMetaFields = [] }) =>
      ['domain', 'title'].some((field) => matchedMetaFields.includes(field)),
    );
    const hits = await Promise.all(named.slice(0, 2 * most).map(({ data }) => data().then(hitOf)));
    return hits.filter((hit) => isNamed(hit, query)).slice(0, most);
  }

  return { isBrief, find, suggest };
}

const EXCLUDED = /(?<!\S)-(?:"[^"]*"?|\S+)/g;

function uniqueSites(matches: readonly Match[]): Match[] {
  return [...new Map(matches.toReversed().map((match) => [match.result.id, match])).values()].toReversed();
}

/** `named`: 2 for the site of this name, 1 for one whose name begins so. */
async function readHit({ result, share, score }: Match, start: string) {
  const hit = hitOf(await result.data());
  const named = Number(hit.domain === start) + Number(hit.domain.startsWith(start));
  return { hit, named, share, score: score * (1 - BY_AUTHORITY + (BY_AUTHORITY * (hit.authority ?? 0)) / 100) };
}

function hitOf({ meta, filters }: Awaited<ReturnType<Result['data']>>): Hit {
  return {
    domain: meta['domain'] ?? '',
    name: meta['title'] ?? '',
    about: meta['about'] ?? '',
    authority: meta['authority'] ? Number(meta['authority']) : null,
    verified: 'verified' in filters,
    featured: 'featured' in filters,
  };
}

/** Shorter names are alike by chance. */
const MIN_LABEL_CHARACTERS = 4;

/** Reports whether this hit has the title of a later one, or the name of a later one inside a longer name. */
function mayCopy({ domain, name }: Hit, at: number, hits: readonly Hit[]): boolean {
  const registered = (host: string) => host.split('.').slice(-2).join('.');
  return hits.slice(at + 1).some((later) => {
    const label = later.domain.split('.').at(-2) ?? '';
    const isNamedAfter = label.length >= MIN_LABEL_CHARACTERS && domain.includes(label);
    const hasTitleOf = name !== '' && foldText(later.name) === foldText(name);
    return registered(domain) !== registered(later.domain) && (isNamedAfter || hasTitleOf);
  });
}

/** Reports whether each word of the query begins a word of the site's name or title. */
function isNamed({ domain, name }: Hit, query: string): boolean {
  const words = wordsOf(`${domain} ${name}`);
  return (
    domain.startsWith(foldText(query)) || wordsOf(query).every((asked) => words.some((word) => word.startsWith(asked)))
  );
}
