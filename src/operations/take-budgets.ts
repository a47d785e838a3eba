import { DirectoryError } from '../directory/errors.ts';
import { networkOf } from '../directory/fair-share.ts';
import type { QuotaTake, Store } from '../store/store.ts';

export interface BudgetTake extends QuotaTake {
  /** What to say if this budget refuses: a clause without its end. */
  readonly refusal: string;
}

/** Returns the opaque key of the network that a client's shares count for. */
export function networkKey(client: string, fingerprint: (text: string) => string): string {
  return fingerprint(`network|${networkOf(client)}`);
}

/**
 * Counts a request against every budget, or against none of them if one refuses. Holds across processes. Rejects with
 * `DirectoryError` rate.limited, whose wait ends when every budget that refused begins again.
 */
export async function takeBudgets(store: Pick<Store, 'takeQuotas'>, takes: readonly BudgetTake[]): Promise<void> {
  const { allowed, standings } = await store.takeQuotas(takes.map(({ refusal, ...take }) => take));
  if (allowed) return;
  const refused = takes.flatMap(({ refusal }, i) => {
    const standing = standings[i];
    return standing && !standing.open ? [{ refusal, resetS: standing.resetS }] : [];
  });
  const seconds = Math.max(1, ...refused.map(({ resetS }) => resetS));
  const [first] = refused;
  throw new DirectoryError('rate.limited', `${first?.refusal ?? 'Too many requests'}; try again in ${seconds} s.`, {
    retryAfterS: seconds,
  });
}
