import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { documentWords } from '../search/document-words.ts';
import { readLinks } from '../search/file-links.ts';
import { searchTextOfStored } from '../search/own-text.ts';
import { NO_TEXT, type SearchText } from '../search/search-text.ts';
import { NO_WORDS, readWordList, type WordList, writeWordList } from '../search/word-list.ts';
import { WORDS_VERSION } from '../search/words.ts';
import type { Call, Clock } from './client.ts';
import { packedText } from './packed-text.ts';

const sourceSchema = z.object({
  domain: z.string(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  /** Where the text was read. */
  llms_txt: z.string().nullable(),
  /** The text was read from another registrable domain; null where that is not known. */
  cross_domain_redirect: z.boolean().nullable(),
  /** The stored text; null where there is none. */
  text: packedText.nullable(),
  /** The links of further files that the owner names, as lines. */
  nested: z.string().nullable(),
});
/** What a site is found by. */
export type SearchSource = z.infer<typeof sourceSchema>;

/** The part of the store that makes sites searchable. */
export interface SearchWordStore {
  /** What these sites are found by, in any order; of unknown domains nothing. */
  readSearchSources(domains: readonly string[]): Promise<readonly SearchSource[]>;
  /** Domains behind `after`, in order of name, whose words are to be made anew; some at a time, none at the end. */
  listUnindexed(after: string | null): Promise<readonly string[]>;
  /** Makes the words of these sites from what is stored. */
  indexSites(domains: readonly string[]): Promise<void>;
  /** Makes the list of words that searches and suggestions need, where enough may have changed: in a small directory at once. */
  countWords(): Promise<void>;
}

/** Whatever words are made of stands before. */
const MAX_TEXT_CHARACTERS = 128 * 1024;
/** So many texts are below the 16 MiB of a call over the local socket, however badly they pack. */
const SOURCES_PER_CALL = 10;
/** Sites whose words are counted: more change no order of results. */
const MAX_SAMPLED = 1_000;
const MAX_TITLES = 20_000;

const planSchema = z.object({ sites: z.int(), sampled: z.array(z.string()), titles: z.array(z.string()) }).nullable();

export function createSearchWordStore(call: Call, clock: Clock, wordLists: WordLists): SearchWordStore {
  async function* sourcesOf(domains: readonly string[]): AsyncGenerator<SearchSource[]> {
    for (let from = 0; from < domains.length; from += SOURCES_PER_CALL) {
      const some = domains.slice(from, from + SOURCES_PER_CALL);
      yield await call('read_search_sources', { domains: some }, z.array(sourceSchema));
    }
  }
  return {
    readSearchSources: async (domains) => {
      const all: SearchSource[] = [];
      for await (const sources of sourcesOf(domains)) all.push(...sources);
      return all;
    },
    listUnindexed: (after) =>
      call('list_unindexed', { version: WORDS_VERSION, after, max_rows: SOURCES_PER_CALL }, z.array(z.string())),
    indexSites: async (domains) => {
      for await (const sources of sourcesOf(domains)) {
        const sites = await inTurns(sources, (source) => ({
          domain: source.domain,
          words: documentWords(source, textOf(source), readLinks(source.nested ?? '')),
        }));
        await call('write_words', { sites, version: WORDS_VERSION }, z.int());
      }
    },
    countWords: async () => {
      const plan = await call(
        'plan_word_list',
        { max_sampled: MAX_SAMPLED, max_titles: MAX_TITLES, ...clock() },
        planSchema,
      );
      if (plan === null) return;
      const sampled: string[][] = [];
      for await (const sources of sourcesOf(plan.sampled)) sampled.push(...(await inTurns(sources, textsOf)));
      const words = writeWordList(sampled, plan.titles, plan.sites);
      await call('write_word_list', { sites: plan.sites, words, ...clock() }, z.int());
      wordLists.forget();
    },
  };
}

/** What the file of a site says. */
function textOf({ text, ...site }: SearchSource): SearchText {
  return text === null ? NO_TEXT : searchTextOfStored({ ...site, text: text.slice(0, MAX_TEXT_CHARACTERS) });
}

/** Reads some texts. The event loop answers others between two of them. */
async function inTurns<Made>(sources: readonly SearchSource[], make: (source: SearchSource) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const source of sources) {
    await setImmediate();
    made.push(make(source));
  }
  return made;
}

function textsOf(source: SearchSource): string[] {
  const { prose, names, notes } = textOf(source);
  const { title, summary, description, tags } = source;
  return [title ?? '', summary ?? '', description ?? '', ...tags, prose, ...names, ...notes];
}

/** The list of words that sites hold, as this program has read it last. */
export interface WordLists {
  read(): Promise<WordList>;
  /** Reads it again at the next use. */
  forget(): void;
}

/** Words hardly change: a server asks for a new list every minute. */
const KEEP_MS = 60_000;

const listSchema = z.object({ version: z.string(), sites: z.int(), words: z.string() }).nullable();

export function createWordLists(read: Call, now: () => number): WordLists {
  let list = NO_WORDS;
  let version: string | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let latest = Promise.resolve(list);
  const forget = () => {
    readAt = Number.NEGATIVE_INFINITY;
  };
  async function readAgain(): Promise<WordList> {
    const answer = await read('get_word_list', { known: version }, listSchema);
    if (answer !== null) [list, version] = [readWordList(answer.words, answer.sites), answer.version];
    return list;
  }
  return {
    read: async () => {
      if (now() - readAt >= KEEP_MS) {
        readAt = now();
        latest = readAgain();
        latest.catch(forget);
      }
      return await latest;
    },
    forget,
  };
}
