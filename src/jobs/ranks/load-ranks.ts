import { rerank } from '../../directory/scoring/rerank.ts';
import type { Store } from '../../store/store.ts';
import { readLines } from '../read-lines.ts';
import { type RankTally, readRanks } from './read-ranks.ts';
import { ListError, unpack } from './unpack.ts';

export interface LoadRanksOptions {
  /** True to accept a list of any length. */
  readonly force?: boolean;
}

/** Number of rows per call, which takes about 0.3 s. */
const WRITTEN_PER_CALL = 500;
/** Most rounds. Each round updates rows that changed during the previous round. */
const MAX_ROUNDS = 5;
/** Smallest share of the last list. A smaller list is incomplete, and sites below its end would lose their reach. */
const MIN_SHARE_OF_LAST = 0.9;

/**
 * Gives every tracked domain its rank in `file`, and updates scores. The list is not stored, so a later domain gets its
 * rank at the next call. After a kill, the next call updates the remaining domains.
 */
export async function loadRanks(
  store: Pick<Store, 'listRanks' | 'listScoreBases' | 'writeRanks' | 'setRankList'>,
  file: Buffer,
  { force = false }: LoadRanksOptions = {},
) {
  const tally: RankTally = { entries: 0, refused: 0 };
  const { ranks: known, entries: last } = await readKnown(store);
  const listed = await readListed(file, new Set(known.keys()), tally);
  if (tally.entries === 0) throw new ListError('the list has no line "rank,domain"');
  if (!force && tally.entries < MIN_SHARE_OF_LAST * last) {
    throw new ListError(
      `the list may be cut, because it has ${tally.entries} of the ${last} entries of the last list. --force accepts the list`,
    );
  }
  let changed = 0;
  let ranks = known;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const differing = [...ranks].flatMap(([domain, rank]) => (rank === (listed.get(domain) ?? null) ? [] : domain));
    if (differing.length === 0) break;
    changed += await writeAll(store, differing, listed);
    ranks = (await readKnown(store)).ranks;
  }
  await store.setRankList(tally.entries);
  return { ...tally, changed };
}

/** Reads the ranks of tracked domains, and the number of entries of their list. */
async function readKnown(store: Pick<Store, 'listRanks'>) {
  const ranks = new Map<string, number | null>();
  for (let cursor: string | null = null; ; ) {
    const step: Awaited<ReturnType<typeof store.listRanks>> = await store.listRanks(cursor);
    for (const [domain, rank] of step.ranks) ranks.set(domain, rank);
    if (step.cursor === null) return { ranks, entries: step.entries };
    cursor = step.cursor;
  }
}

/** Finds the best ranks of tracked domains in the list. */
async function readListed(file: Buffer, tracked: ReadonlySet<string>, tally: RankTally): Promise<Map<string, number>> {
  const listed = new Map<string, number>();
  for await (const entries of readRanks(readLines(unpack(file)), tally)) {
    for (const { domain, rank } of entries) {
      if (tracked.has(domain)) listed.set(domain, Math.min(rank, listed.get(domain) ?? rank));
    }
  }
  return listed;
}

/** Writes ranks. Returns the number of written ranks. */
async function writeAll(
  store: Pick<Store, 'listScoreBases' | 'writeRanks'>,
  domains: readonly string[],
  listed: ReadonlyMap<string, number>,
): Promise<number> {
  let written = 0;
  for (let at = 0; at < domains.length; at += WRITTEN_PER_CALL) {
    const bases = await store.listScoreBases(domains.slice(at, at + WRITTEN_PER_CALL));
    const ranks = bases.map(({ domain, basis }) => {
      const rank = listed.get(domain) ?? null;
      return { domain, rank, basis, ...rerank(basis, rank) };
    });
    written += await store.writeRanks(ranks);
  }
  return written;
}
