import { parseDomainName } from '../../directory/domain-name.ts';
import { readCells } from '../read-cells.ts';

export interface RankTally {
  entries: number;
  /** Number of lines that are not `rank,domain`. */
  refused: number;
}

/** Number of entries per call. So many entries have half a MB and take about 0.2 s. */
const BATCH = 20_000;
const MAX_RANK = 2 ** 31 - 1;
/** Matches a canonical name, as nearly all lines have. The match takes a tenth of the parsing time. */
const CANONICAL = /^(?!www\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const PUNYCODE = 'xn--';

/**
 * Reads a list in Tranco's format: `rank,domain` lines, or CSV whose header names the columns `rank` and `domain`.
 * Counts in `tally`. Normalizes names, and skips lines without one.
 */
export async function* readRanks(lines: AsyncIterable<string>, tally: RankTally) {
  let batch: NonNullable<ReturnType<typeof parseEntry>>[] = [];
  let columns: ReturnType<typeof findColumns> | null = null;
  for await (const line of lines) {
    if (line === '') continue;
    const cells = readCells(line);
    if (columns === null) {
      columns = findColumns(cells);
      if (columns.named) continue;
    }
    const entry = parseEntry(cells[columns.rank] ?? '', cells[columns.domain] ?? '');
    if (entry === null) {
      tally.refused += 1;
      continue;
    }
    tally.entries += 1;
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function findColumns(cells: readonly string[]): { rank: number; domain: number; named: boolean } {
  const names = cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
  const rank = names.indexOf('rank');
  const domain = names.indexOf('domain');
  return rank >= 0 && domain >= 0 ? { rank, domain, named: true } : { rank: 0, domain: 1, named: false };
}

/** Returns the domain with its rank from 1, or null. A lower rank is better. */
function parseEntry(rankCell: string, domainCell: string) {
  const rank = Number(rankCell.replace(/^\uFEFF/, ''));
  if (!Number.isInteger(rank) || rank < 1 || rank > MAX_RANK) return null;
  const name = domainCell.trim();
  if (CANONICAL.test(name) && name.length <= 253 && !name.includes(PUNYCODE)) return { domain: name, rank };
  // Allow reserved names, because untracked names are never looked up.
  const parsed = parseDomainName(name, { form: 'name', reserved: true });
  return parsed.ok ? { domain: parsed.domain, rank } : null;
}
