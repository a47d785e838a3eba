import { z } from 'zod';
import type { Reranked } from '../directory/scoring/rerank.ts';
import type { Call, Clock } from './client.ts';
import { type ScoreBasis, scoreBasisSchema } from './ownership.ts';

const ranksSchema = z.object({
  /** Entries of the rank list. 0 before the first list. */
  entries: z.int(),
  /** Position of the next step, or null at the end. */
  cursor: z.string().nullable(),
  ranks: z.array(z.tuple([z.string(), z.int().nullable()])),
});
const basesSchema = z.array(z.object({ domain: z.string(), basis: scoreBasisSchema }));

export interface NewRank extends Reranked {
  readonly domain: string;
  readonly rank: number | null;
  /** Version of the inputs. A row with another version stays unchanged. */
  readonly basis: ScoreBasis;
}

/** Number of domains per step, with an answer of 200 kB. */
const LISTED_PER_CALL = 5_000;

export function createRankingStore(call: Call, clock: Clock) {
  return {
    /** Returns ranks of tracked domains by name, in steps. */
    listRanks: (cursor: string | null) => call('list_ranks', { after: cursor, max_rows: LISTED_PER_CALL }, ranksSchema),
    /** Returns the score inputs of up to 500 domains. */
    listScoreBases: (domains: readonly string[]) => call('list_score_bases', { domains }, basesSchema),
    /**
     * Writes ranks and the resulting scores. Returns the number of written rows. Rows that changed in the meantime stay unchanged.
     */
    writeRanks: (ranks: readonly NewRank[]) => call('write_ranks', { ranked: ranks, ...clock() }, z.int()),
    /** Stores the number of entries of the rank list. */
    setRankList: async (entries: number) => {
      await call('set_rank_list', { entries }, z.int());
    },
  };
}
