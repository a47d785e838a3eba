import { FEW_MATCHES } from '../../search/corrections.ts';
import { isFrequentWord } from '../../search/frequent-words.ts';
import { rarity } from '../../search/rarity.ts';
import { hasSynonyms, otherWordsFor } from '../../search/synonyms.ts';
import { foldText, wordsOf } from '../../search/words.ts';
import {
  SEARCH_FOLDER,
  SEARCH_MANIFEST,
  type SearchManifest,
  type Standing,
  standingName,
} from '../search-manifest.ts';
import { domainOfQuery } from './domain-of-query.ts';
import type { Found, Hit, SearchRequest } from './hit.ts';

/** The part of Pagefind's API that is used here. https://pagefind.app/docs/api/ */
export interface Pagefind {
  search(words: string, options: { filters: Record<string, string> }): Promise<PagefindAnswer>;
}
interface PagefindAnswer {
  readonly results: readonly Result[];
  readonly unfilteredResultCount: number;
}
interface Result {
  readonly id: string;
  /** Places of the found words among the words of the site. */
  readonly words: readonly number[];
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
  const manifest: SearchManifest = await (await fetch(SEARCH_MANIFEST, { cache: 'no-cache' })).json();
  if (manifest.folder === null)
    return openIndex(manifest, { search: async () => ({ results: [], unfilteredResultCount: 0 }) });
  const pagefind = await import(/* @vite-ignore */ `/${SEARCH_FOLDER}/${manifest.folder}/pagefind.js#${tries++}`);
  await pagefind.init();
  return openIndex(manifest, pagefind);
}

/** Words of a query that are looked for. */
const MAX_WORDS = 8;
/** Matches that are ranked, the first in list order: as many as the API ranks. */
const MAX_RANKED = 200;
/** If fewer sites hold all words of a query, other words for them will do as well. */
const ENOUGH = 20;
/** Another word for a word counts less than the word. */
const OTHER_WORD = 0.6;
/** At this place a word of a site counts half of the first one. */
const HALF_PLACE = 25;
/** The share of a score that authority decides. */
const BY_AUTHORITY = 0.2;
/** A second site with a larger share of the first one's score may be the better one. */
const CLOSE = 0.8;
/** Where few sites hold the whole query, so many follow that hold this share of it. */
const MAX_PARTS = 5;
const MIN_COVERAGE = 0.3;

interface Match {
  readonly result: Result;
  readonly standing: Standing;
  /** How well the site holds each word. */
  readonly values: number[];
}

/** Searches Pagefind's index by the words of a query and orders its results. */
export function openIndex({ standings, sites, isBrief }: SearchManifest, pagefind: Pagefind) {
  /** The sites that hold the words or the first of them in list order, and the rarity of each word. */
  async function findMatches(words: readonly string[], { filters, limit }: SearchRequest, withOthers: boolean) {
    const enough = Math.max(MAX_RANKED, limit);
    const matches = new Map<string, Match>();
    const weights = words.map(() => 0);
    const counts = words.map(() => 0);
    const absent = new Set<string>();
    const search = async (at: number, form: string, factor: number, standing: Standing, isFirst: boolean) => {
      if (absent.has(form)) return;
      const wanted = { [standingName(standing)]: 'yes', ...(filters.featured && { featured: 'yes' }) };
      // Quotes, because Pagefind finds longer words too.
      const { results, unfilteredResultCount } = await pagefind.search(`"${form}"`, { filters: wanted });
      if (unfilteredResultCount === 0) absent.add(form);
      const weight = unfilteredResultCount === 0 ? 0 : rarity(unfilteredResultCount, sites);
      if (factor === 1) weights[at] = Math.max(weights[at] ?? 0, weight);
      if (isFirst) counts[at] = (counts[at] ?? 0) + unfilteredResultCount;
      for (const result of results) {
        const match = matches.get(result.id) ?? { result, standing, values: words.map(() => 0) };
        const value = (factor * weight) / (1 + Math.min(...result.words) / HALF_PLACE);
        match.values[at] = Math.max(match.values[at] ?? 0, value);
        matches.set(result.id, match);
      }
    };
    const wanted = standings.filter(({ verified }) => verified || !filters.verified);
    for (let from = 0; from < wanted.length; ) {
      // The rest at once, if all matches are ranked: each of its filters is a file.
      const end = from > 0 && Math.min(...counts) <= enough ? wanted.length : from + 1;
      const searches = wanted
        .slice(from, end)
        .flatMap((standing) =>
          words.flatMap((word, at) => [
            ...joinedAt(words, at).map((form) => search(at, form, 1, standing, from === 0)),
            ...(withOthers ? otherWordsFor(word) : []).map((form) =>
              search(at, form, OTHER_WORD, standing, from === 0),
            ),
          ]),
        );
      await Promise.all(searches);
      from = end;
      const whole = [...matches.values()].filter(isWhole);
      if (whole.length >= enough && from < wanted.length) return { matches, weights, hasMore: true };
    }
    return { matches, weights, hasMore: false };
  }

  /** `isDoubtful`: few sites match, a word is unknown, two sites match about as well, or a site may be a copy. */
  async function find(request: SearchRequest): Promise<Found & { readonly isDoubtful: boolean }> {
    const { limit } = request;
    const query = domainOfQuery(request.query.trim()) ?? request.query;
    const words = wordsToFind(query);
    let found = await findMatches(words, request, false);
    const countWhole = () => [...found.matches.values()].filter(isWhole).length;
    const hasOthers = words.some((word) => otherWordsFor(word).length > 0);
    if (hasOthers && countWhole() < ENOUGH) found = await findMatches(words, request, true);
    const ranked = [...found.matches.values()].map((match) => ({ ...match, ...scoreOf(match, found.weights) }));
    const byScore = ranked.toSorted((a, b) => b.score - a.score || (a.result.id < b.result.id ? -1 : 1));
    const whole = byScore.filter(isWhole).toSorted((a, b) => Number(b.standing.verified) - Number(a.standing.verified));
    const isFew = whole.length < FEW_MATCHES;
    const parts = byScore.filter((one) => isFew && !isWhole(one) && one.coverage >= MIN_COVERAGE).slice(0, MAX_PARTS);
    const all = [...whole, ...parts];
    const hits = namesFirst(await Promise.all(all.slice(0, limit).map(({ result }) => readHit(result))), query);
    const isUnknown = words.some((word, at) => found.weights[at] === 0 && !hasSynonyms(word));
    const isClose = (whole[1]?.score ?? 0) > CLOSE * (whole[0]?.score ?? 0);
    return {
      total: all.length,
      hits,
      hasMore: found.hasMore,
      isDoubtful: isFew || isUnknown || isClose || hits.some(mayCopy),
    };
  }

  /** Sites whose name or title has words that begin so. */
  async function suggest(query: string, most: number): Promise<Hit[]> {
    const found: Hit[] = [];
    for (const standing of standings) {
      const { results } = await pagefind.search(wordsOf(query).join(' '), {
        filters: { [standingName(standing)]: 'yes' },
      });
      const named = results.filter(({ matchedMetaFields = [] }) =>
        ['domain', 'title'].some((field) => matchedMetaFields.includes(field)),
      );
      const hits = await Promise.all(named.slice(0, most).map(readHit));
      found.push(...hits.filter((hit) => isNamed(hit, query)));
      if (found.length >= most) break;
    }
    return found.slice(0, most);
  }

  return { isBrief, find, suggest };
}

const EXCLUDED = /(?<!\S)-(?:"[^"]*"?|\S+)/g;

/** The words that say what is looked for. */
function wordsToFind(query: string): readonly string[] {
  const words = [...new Set(wordsOf(query.replace(EXCLUDED, ' ')))];
  const telling = words.filter((word) => !isFrequentWord(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}

/** A word as it is, and joined with each of its neighbors: "nextjs" for "next js". */
function joinedAt(words: readonly string[], at: number): string[] {
  const [before, word = '', next] = [words[at - 1], words[at], words[at + 1]];
  return [word, ...(before ? [before + word] : []), ...(next ? [word + next] : [])];
}

const isWhole = ({ values }: Pick<Match, 'values'>) => values.every((value) => value > 0);

function scoreOf({ values, standing }: Match, weights: readonly number[]) {
  const sum = (numbers: readonly number[]) => numbers.reduce((so, number) => so + number, 0);
  const all = sum(weights);
  const coverage = all === 0 ? 1 : sum(weights.filter((_, at) => (values[at] ?? 0) > 0)) / all;
  return { coverage, score: sum(values) * coverage * (1 - BY_AUTHORITY + (BY_AUTHORITY * standing.fifth) / 5) };
}

async function readHit(result: Result): Promise<Hit> {
  const { meta, filters } = await result.data();
  return {
    domain: meta['domain'] ?? '',
    name: meta['title'] ?? '',
    about: meta['about'] ?? '',
    authority: meta['authority'] ? Number(meta['authority']) : null,
    verified: Object.keys(filters).some((name) => name.startsWith('verified')),
    featured: 'featured' in filters,
  };
}

/** Hits among which the site of the queried name is. */
const NAMED_WITHIN = 20;

/** Puts the site of the queried name first, and sites whose names begin so before others. */
function namesFirst(hits: readonly Hit[], query: string): Hit[] {
  const start = foldText(query).replace(/\s+/g, '');
  const rank = ({ domain, verified }: Hit) =>
    (domain === start ? 4 : 0) + (verified ? 2 : 0) + (domain.startsWith(start) ? 1 : 0);
  const named = hits.slice(0, NAMED_WITHIN).toSorted((a, b) => rank(b) - rank(a));
  return [...named, ...hits.slice(NAMED_WITHIN)];
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
