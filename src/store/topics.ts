import { z } from 'zod';
import { TOPICS_VERSION } from '../directory/topics.ts';
import type { Call } from './client.ts';
import { packedText } from './packed-text.ts';

const unclassifiedSchema = z.object({
  domain: z.string(),
  /** URL of the text. */
  llms_txt: z.string().nullable(),
  /** True if the text came from another registrable domain. Null if unknown. */
  cross_domain_redirect: z.boolean().nullable(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  tags: z.array(z.string()),
  hash: z.string(),
  text: packedText,
});
/** Site with a stored text and outdated topics. */
export type UnclassifiedSite = z.infer<typeof unclassifiedSchema>;

export interface SiteTopics {
  readonly domain: string;
  /** Hash of the text of these topics. A site with another text keeps its topics. */
  readonly hash: string;
  readonly topics: readonly string[];
}

/** Number of texts per call. A text has up to 1 MiB, and a local call up to 16 MiB. */
const UNCLASSIFIED_PER_CALL = 10;

export function createTopicStore(call: Call) {
  return {
    /** Lists some sites with outdated topics. Returns none at the end. */
    listUnclassified: () =>
      call(
        'list_unclassified',
        { version: TOPICS_VERSION, max_rows: UNCLASSIFIED_PER_CALL },
        z.array(unclassifiedSchema),
      ),
    writeTopics: async (sites: readonly SiteTopics[]) => {
      await call('write_topics', { sites, version: TOPICS_VERSION }, z.int());
    },
  };
}
