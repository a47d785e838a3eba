import { z } from 'zod';
import type { Reranked } from '../directory/scoring/rerank.ts';
import type { Call, Clock } from './client.ts';
import { type ScoreBasis, scoreBasisSchema } from './ownership.ts';

export interface RankedDomain {
  readonly domain: string;
  /** From 1; lower is better. */
  readonly rank: number;
}

/** A tracked domain whose rank is not the list's. */
const rankChangeSchema = z.object({
  domain: z.string(),
  /** Of the list; null when the domain is not on it. */
  rank: z.int().nullable(),
  /** What its score was computed from. */
  basis: scoreBasisSchema,
});
export type RankChange = z.infer<typeof rankChangeSchema>;
const rankChangesSchema = z.object({ changes: z.array(rankChangeSchema), cursor: z.string().nullable() });

export interface NewRank extends Reranked {
  readonly domain: string;
  readonly rank: number | null;
  /** What reach, authority and tier were computed from: a row with another basis by now is left alone. */
  readonly basis: ScoreBasis;
}

/** The part of the store that knows how popular domains are. */
export interface RankingStore {
  /**
   * Takes a list of ranks in the place of the one before, all of it at once when the last batch has come; until then, and if
   * anything fails, the old one counts. Domains that are tracked later have their rank from it. Returns how many entries it has.
   */
  setRanks(list: AsyncIterable<readonly RankedDomain[]>): Promise<number>;
  /** Tracked domains whose rank is not the list's, in steps; `cursor` null: that was the last step. */
  listRankChanges(
    cursor: string | null,
  ): Promise<{ readonly changes: readonly RankChange[]; readonly cursor: string | null }>;
  /** Writes ranks with the scores that follow. Returns how many: rows that have changed meanwhile are listed again. */
  writeRanks(ranks: readonly NewRank[]): Promise<number>;
}

// Domains that one call looks through: some 50 ms, and an answer of some MB when every one of them has changed.
const COMPARED_PER_CALL = 5_000;

export function createRankingStore(call: Call, clock: Clock): RankingStore {
  return {
    setRanks: async (list) => {
      const loading = await call('begin_ranks', {}, z.string());
      for await (const batch of list) {
        const domains = batch.map(({ domain }) => domain);
        const ranks = batch.map(({ rank }) => rank);
        await call('add_ranks', { loading, domains, ranks }, z.int());
      }
      return call('finish_ranks', { loading, ...clock() }, z.int());
    },
    listRankChanges: (cursor) =>
      call('list_rank_changes', { after: cursor, max_rows: COMPARED_PER_CALL }, rankChangesSchema),
    writeRanks: (ranks) => call('write_ranks', { ranked: ranks, ...clock() }, z.int()),
  };
}
