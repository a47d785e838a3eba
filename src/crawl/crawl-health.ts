import { MINUTE_MS } from '../directory/duration.ts';
import type { Store } from '../store/store.ts';

export interface Pulse {
  readonly alive: boolean;
  readonly sentence: string;
}

/** Whether somebody visits what is due. A directory with nothing to do is alive. */
export async function takePulse(
  store: Pick<Store, 'stats' | 'countDue'>,
  now: number,
  withinMs: number,
): Promise<Pulse> {
  const [{ last_checked }, due] = [await store.stats(), await store.countDue()];
  const ageMs = last_checked === null ? null : now - Date.parse(last_checked);
  const alive = due === 0 || (ageMs !== null && ageMs <= withinMs);
  const last =
    ageMs === null ? 'nothing was ever visited' : `the last visit was ${Math.round(ageMs / MINUTE_MS)} min ago`;
  return { alive, sentence: `${alive ? 'alive' : 'DEAD'}: ${last}, ${due} domains are due` };
}
