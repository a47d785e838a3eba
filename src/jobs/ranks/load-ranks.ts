import { rerank } from '../../directory/scoring/rerank.ts';
import type { NewRank, RankingStore } from '../../store/ranking.ts';
import { readLines } from '../read-lines.ts';
import { type RankTally, readRanks } from './read-ranks.ts';
import { ListError, unpack } from './unpack.ts';

export interface LoadedRanks extends RankTally {
  /** Tracked domains whose rank has changed. */
  readonly changed: number;
}

/** Rows in one call to the store: some 0.3 s. */
const WRITTEN_PER_CALL = 500;
/** Rows that a visit or an owner changes at the same moment are found again by the next round. */
const MAX_ROUNDS = 5;

/**
 * Makes `file` the list of ranks and gives every tracked domain its rank in it, scores included.
 * Killed on the way it leaves the old list, or the new one with some scores that the next call updates.
 */
export async function loadRanks(store: RankingStore, file: Buffer): Promise<LoadedRanks> {
  const tally: RankTally = { entries: 0, refused: 0 };
  await store.setRanks(entriesOf(file, tally));
  return { ...tally, changed: await applyRanks(store) };
}

/** A list without an entry is refused: throwing before the end leaves the list before in place. */
async function* entriesOf(file: Buffer, tally: RankTally) {
  yield* readRanks(readLines(unpack(file)), tally);
  if (tally.entries === 0) throw new ListError('it has no line "rank,domain"');
}

/** Gives tracked domains their rank in the list that the store holds. Returns how many had another one. */
async function applyRanks(store: Pick<RankingStore, 'listRankChanges' | 'writeRanks'>): Promise<number> {
  let written = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let found = 0;
    let cursor: string | null = null;
    do {
      const step: Awaited<ReturnType<typeof store.listRankChanges>> = await store.listRankChanges(cursor);
      const ranks: NewRank[] = step.changes.map(({ domain, rank, basis }) => ({
        domain,
        rank,
        basis,
        ...rerank(basis, rank),
      }));
      for (let at = 0; at < ranks.length; at += WRITTEN_PER_CALL) {
        written += await store.writeRanks(ranks.slice(at, at + WRITTEN_PER_CALL));
      }
      found += ranks.length;
      cursor = step.cursor;
    } while (cursor !== null);
    if (found === 0) break;
  }
  return written;
}
