import { z } from 'zod';
import { TOPICS_VERSION } from '../directory/topics.ts';
import type { Call } from './client.ts';
import { packedText } from './packed-text.ts';

const unclassifiedSchema = z.object({
  domain: z.string(),
  /** Where the text was read. */
  llms_txt: z.string().nullable(),
  /** The text was read from another registrable domain; null where that is not known. */
  cross_domain_redirect: z.boolean().nullable(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  tags: z.array(z.string()),
  hash: z.string(),
  text: packedText,
});
/** A site with a stored text whose topics were not given by the rules of today. */
export type UnclassifiedSite = z.infer<typeof unclassifiedSchema>;

export interface SiteTopics {
  readonly domain: string;
  /** Of the text that they were given for: a site that has another one by now keeps its topics. */
  readonly hash: string;
  readonly topics: readonly string[];
}

/** The part of the store that knows topics. */
export interface TopicStore {
  /** Some sites at a time; none when all have topics by the rules of today. */
  listUnclassified(): Promise<readonly UnclassifiedSite[]>;
  writeTopics(sites: readonly SiteTopics[]): Promise<void>;
}

/** Of texts of up to 1 MiB: below the 16 MiB of a call over the local socket. */
const UNCLASSIFIED_PER_CALL = 10;

export function createTopicStore(call: Call): TopicStore {
  return {
    listUnclassified: () =>
      call(
        'list_unclassified',
        { version: TOPICS_VERSION, max_rows: UNCLASSIFIED_PER_CALL },
        z.array(unclassifiedSchema),
      ),
    writeTopics: async (sites) => {
      await call('write_topics', { sites, version: TOPICS_VERSION }, z.int());
    },
  };
}
