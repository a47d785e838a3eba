import type { Reranked } from '../directory/scoring/rerank.ts';
import type { ScoreBasis } from './ownership.ts';

export interface RankedDomain {
  readonly domain: string;
  /** From 1; lower is better. */
  readonly rank: number;
}

/** A tracked domain whose rank is not the list's. */
export interface RankChange {
  readonly domain: string;
  /** Of the list; null when the domain is not on it. */
  readonly rank: number | null;
  /** What its score was computed from. */
  readonly basis: ScoreBasis;
}

export interface NewRank extends Reranked {
  readonly domain: string;
  readonly rank: number | null;
  /** What reach, authority and tier were computed from: a row with another basis by now is left alone. */
  readonly was: ScoreBasis;
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
