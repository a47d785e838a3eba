import type { Store } from '../../store/store.ts';
import type { Directory } from '../page.ts';

/** Who has climbed is told over this time: a month has a visit of every site that is worth one. */
const CLIMB_MS = 30 * 86_400_000;

/** What pages show of the directory as a whole. */
export async function readOverview(
  store: Pick<Store, 'stats' | 'countries' | 'survey'>,
  now: number,
): Promise<Omit<Directory, 'rows'>> {
  const since = new Date(now - CLIMB_MS).toISOString().slice(0, 10);
  const [stats, countries, survey] = await Promise.all([store.stats(), store.countries(), store.survey(since)]);
  return { stats, countries, survey };
}
