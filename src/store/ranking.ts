import { z } from 'zod';
import type { Reranked } from '../directory/scoring/rerank.ts';
import type { Call, Clock } from './client.ts';
import { type ScoreBasis, scoreBasisSchema } from './ownership.ts';

export interface RankedDomain {
  readonly domain: string;
  /** From 1; lower is better. */
  readonly rank: number;
}

const ranksSchema = z.object({
  /** Entries of the list that the ranks are from; 0 before the first list. */
  entries: z.int(),
  /** Where the next step goes on; null at the end. */
  cursor: z.string().nullable(),
  ranks: z.array(z.tuple([z.string(), z.int().nullable()])),
});
const basesSchema = z.array(z.object({ domain: z.string(), basis: scoreBasisSchema }));

export interface NewRank extends Reranked {
  readonly domain: string;
  readonly rank: number | null;
  /** What reach, authority and tier were computed from: a row with another basis by now is left alone. */
  readonly basis: ScoreBasis;
}

/** The part of the store that knows how popular domains are. */
export interface RankingStore {
  /** Ranks of tracked domains in order of name, in steps. */
  listRanks(cursor: string | null): Promise<z.infer<typeof ranksSchema>>;
  /** What the scores of up to 500 domains were computed from. */
  listScoreBases(domains: readonly string[]): Promise<z.infer<typeof basesSchema>>;
  /** Writes ranks with the scores that follow. Returns how many: rows that have changed meanwhile are left alone. */
  writeRanks(ranks: readonly NewRank[]): Promise<number>;
  /** Notes how many entries the list has that the ranks are from. */
  setRankList(entries: number): Promise<void>;
}

/** Domains of one step: an answer of 200 kB. */
const LISTED_PER_CALL = 5_000;

export function createRankingStore(call: Call, clock: Clock): RankingStore {
  return {
    listRanks: (cursor) => call('list_ranks', { after: cursor, max_rows: LISTED_PER_CALL }, ranksSchema),
    listScoreBases: (domains) => call('list_score_bases', { domains }, basesSchema),
    writeRanks: (ranks) => call('write_ranks', { ranked: ranks, ...clock() }, z.int()),
    setRankList: async (entries) => {
      await call('set_rank_list', { entries, ...clock() }, z.int());
    },
  };
}
