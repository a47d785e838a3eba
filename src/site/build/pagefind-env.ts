/**
 * Occurrences of words in one file of an index, a tenth of what Pagefind would put there: a search reads a file for each of its words
 * from each index.
 */
const WORDS_PER_FILE = 2_000;

/** What Pagefind's process reads from its environment when it starts: there is no other way to say it. */
export const PAGEFIND_ENV = { PAGEFIND_UNSTABLE_INDEX_CHUNK_SIZE: String(WORDS_PER_FILE) };
