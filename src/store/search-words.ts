import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { publicFactsSchema } from '../directory/state.ts';
import { documentWords } from '../search/document-words.ts';
import { readLinks } from '../search/file-links.ts';
import { readStored } from '../search/search-text.ts';
import { NO_WORDS, readWordList, type WordList, writeWordList } from '../search/word-list.ts';
import { WORDS_VERSION } from '../search/words.ts';
import type { Call, Clock } from './client.ts';
import { packedText } from './packed-text.ts';

const searched = { domain: true, title: true, summary: true, description: true, tags: true, llms_txt: true } as const;
/** Source of words and links. `llms_txt` is the URL of the text. */
export const sourceSchema = publicFactsSchema.pick(searched).extend({
  /** True if the text came from another registrable domain. Null if unknown. */
  cross_domain_redirect: z.boolean().nullable(),
  text: packedText.nullable(),
  /** Links of the owner's further files. */
  nested: z
    .string()
    .nullable()
    .transform((lines) => readLinks(lines ?? '')),
});
export type SearchSource = z.infer<typeof sourceSchema>;

export type SearchWordStore = ReturnType<typeof createSearchWordStore>;

/** Number of texts per call, within the 16 MiB of a local call. */
const SOURCES_PER_CALL = 10;
/** Most sites whose words are counted. More sites would not change the order of results. */
const MAX_SAMPLED = 1_000;
const MAX_TITLES = 20_000;

const planSchema = z.object({ sites: z.int(), sampled: z.array(z.string()), titles: z.array(z.string()) }).nullable();

export function createSearchWordStore(call: Call, clock: Clock, wordLists: WordLists) {
  /** Returns the stems of sites by domain, with repetitions. */
  function readIndexWords(domains: readonly string[]): Promise<Readonly<Record<string, string>>> {
    return call('read_index_words', { domains }, z.record(z.string(), z.string()));
  }

  /** Computes the words of these sites from stored data. */
  async function indexSites(domains: readonly string[]): Promise<void> {
    const sites = await mapSources(call, domains, (source) => {
      const { searchText } = readStored(source);
      const nested = source.nested.flatMap(({ title, section }) => [title, section ?? '']);
      const names = [...searchText.names, ...nested];
      return { domain: source.domain, words: documentWords(source, { ...searchText, names }) };
    });
    await call('write_words', { sites, version: WORDS_VERSION }, z.int());
  }

  /**
   * Computes missing words, for example after a restore, and words of older rules. Resolves to the number of sites. After a stop,
   * the next call continues.
   */
  async function indexTexts(signal?: AbortSignal): Promise<number> {
    let indexed = 0;
    let after: string | undefined;
    while (!signal?.aborted) {
      const parameters = { version: WORDS_VERSION, after: after ?? null, max_rows: SOURCES_PER_CALL };
      const domains = await call('list_unindexed', parameters, z.array(z.string()));
      if (domains.length === 0) break;
      await indexSites(domains);
      indexed += domains.length;
      after = domains.at(-1);
    }
    if (indexed > 0) await countWords();
    return indexed;
  }

  /** Rebuilds the word list for searches and suggestions. In a large directory, does so once a day. */
  async function countWords(): Promise<void> {
    const limits = { max_sampled: MAX_SAMPLED, max_titles: MAX_TITLES, ...clock() };
    const plan = await call('plan_word_list', limits, planSchema);
    if (plan === null) return;
    const words = writeWordList(await mapSources(call, plan.sampled, listTexts), plan.titles, plan.sites);
    await call('write_word_list', { sites: plan.sites, words, ...clock() }, z.int());
    wordLists.forget();
  }

  return { readIndexWords, indexSites, indexTexts, countWords };
}

async function mapSources<Made>(
  call: Call,
  domains: readonly string[],
  make: (source: SearchSource) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < domains.length; from += SOURCES_PER_CALL) {
    const some = domains.slice(from, from + SOURCES_PER_CALL);
    for (const source of await call('read_search_sources', { domains: some }, z.array(sourceSchema))) {
      // Let other requests run between texts.
      await setImmediate();
      made.push(make(source));
    }
  }
  return made;
}

function listTexts(source: SearchSource): string[] {
  const { prose, names, notes } = readStored(source).searchText;
  const { title, summary, description, tags } = source;
  return [title ?? '', summary ?? '', description ?? '', ...tags, prose, ...names, ...notes];
}

export type WordLists = ReturnType<typeof createWordLists>;

/** Time for which a server uses a list. Words rarely change. */
const KEEP_MS = 60_000;

const listSchema = z.object({ version: z.string(), sites: z.int(), words: z.string() }).nullable();

/** Creates a cache of the word list. `forget` drops the list, so that the next use reads it again. */
export function createWordLists(read: Call, now: () => number) {
  const lists = new LRUCache<'latest', WordList & { readonly version: string | null }>({
    max: 1,
    ttl: KEEP_MS,
    ttlResolution: 0,
    perf: { now },
    // Answer running reads after `forget`, because otherwise their searches would fail.
    ignoreFetchAbort: true,
    fetchMethod: async (_, stale) => {
      const lastList = stale ?? { ...NO_WORDS, version: null };
      const answer = await read('get_word_list', { known: lastList.version }, listSchema);
      return answer === null ? lastList : { ...readWordList(answer.words, answer.sites), version: answer.version };
    },
  });
  return { read: () => lists.forceFetch('latest'), forget: () => lists.clear() };
}
