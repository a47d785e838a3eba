import { z } from 'zod';
import type { RankingStore } from './ranking.ts';
import { rankChangesRow } from './rows.ts';
import type { Call } from './supabase-ownership.ts';

// Domains that one call looks through: some 50 ms, and an answer of some MB when every one of them has changed.
const COMPARED_PER_CALL = 5_000;

export function createRankingStore(call: Call, at: () => string | null): RankingStore {
  return {
    setRanks: async (list) => {
      const loading = await call('begin_ranks', {}, z.string());
      for await (const batch of list) {
        const domains = batch.map(({ domain }) => domain);
        const ranks = batch.map(({ rank }) => rank);
        await call('add_ranks', { loading, domains, ranks }, z.int());
      }
      return call('finish_ranks', { loading, at: at() }, z.int());
    },
    listRankChanges: (cursor) =>
      call('list_rank_changes', { after: cursor, max_rows: COMPARED_PER_CALL }, rankChangesRow),
    writeRanks: (ranks) => call('write_ranks', { ranked: ranks, at: at() }, z.int()),
  };
}
