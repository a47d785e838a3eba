import type { DomainNameOptions } from '../../directory/domain-name.ts';
import type { Store } from '../../store/store.ts';
import { type BadLine, readDomains } from './read-domains.ts';

/** Number of domains per call. A statement takes a few milliseconds. */
const BATCH = 1_000;

/** Tracks all domains of a list. `onBadLine` receives each line without a domain, and the number so far. */
export async function importDomains(
  store: Pick<Store, 'track'>,
  lines: AsyncIterable<string>,
  names: Pick<DomainNameOptions, 'reserved' | 'ownHost'>,
  onBadLine: (line: BadLine, count: number) => void,
) {
  const count = { added: 0, known: 0, bad: 0 };
  const batch = new Set<string>();
  const trackBatch = async () => {
    const { added, known } = await store.track([...batch]);
    count.added += added;
    count.known += known;
    batch.clear();
  };
  for await (const entry of readDomains(lines, names)) {
    if ('detail' in entry) {
      count.bad += 1;
      onBadLine(entry, count.bad);
      continue;
    }
    batch.add(entry.domain);
    if (batch.size >= BATCH) await trackBatch();
  }
  if (batch.size > 0) await trackBatch();
  return count;
}
