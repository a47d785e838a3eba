import { paidDomain, registrableDomain } from '../directory/domain-name.ts';
import { DirectoryError } from '../directory/errors.ts';
import { toNetwork } from '../directory/fair-share.ts';
import type { Quota, QuotaStanding, QuotaTake, Store } from '../store/store.ts';

export interface BudgetTake extends QuotaTake {
  /** Start of the refusal message. */
  readonly refusal: string;
}

/** Returns the opaque key of a client's network in shared budgets. */
export function networkKey(client: string, fingerprint: (text: string) => string): string {
  return fingerprint(`network|${toNetwork(client)}`);
}

/** Lists the takes of a domain: from the budget of its owner, and from the shared budget below its paid domain. */
export function takesOfDomain(
  domain: string,
  network: string,
  { own, below, things }: { readonly own: Quota; readonly below: Quota; readonly things: string },
): BudgetTake[] {
  const paid = paidDomain(domain);
  return [
    { ...own, subject: registrableDomain(domain), refusal: `Too many ${things} for this domain` },
    { ...below, subject: paid, network, refusal: `Too many ${things} below ${paid}` },
  ];
}

/**
 * Counts a request against every budget, or against none if one refuses. The budgets apply to all processes together. Rejects
 * with `DirectoryError` rate.limited, whose wait ends after every refusing budget restarts.
 */
export async function takeBudgets(store: Pick<Store, 'takeQuotas'>, takes: readonly BudgetTake[]): Promise<void> {
  const { allowed, standings } = await store.takeQuotas(takes.map(withoutRefusal));
  if (!allowed) throw refusedBy(takes, standings);
}

/**
 * Counts a request against every budget and a pace, or against none. Returns false if only the pace refuses. Rejects like
 * `takeBudgets`.
 */
export async function takePacedBudgets(
  store: Pick<Store, 'takeQuotas'>,
  pace: QuotaTake,
  takes: readonly BudgetTake[],
): Promise<boolean> {
  const { allowed, standings } = await store.takeQuotas([...takes.map(withoutRefusal), pace]);
  if (!allowed && standings.slice(0, takes.length).some(({ open }) => !open)) throw refusedBy(takes, standings);
  return allowed;
}

const withoutRefusal = ({ refusal: _, ...take }: BudgetTake): QuotaTake => take;

function refusedBy(takes: readonly BudgetTake[], standings: readonly QuotaStanding[]): DirectoryError {
  const refused = takes.flatMap(({ refusal }, i) => {
    const standing = standings[i];
    return standing && !standing.open ? [{ refusal, resetS: standing.resetS }] : [];
  });
  const seconds = Math.max(1, ...refused.map(({ resetS }) => resetS));
  const [first] = refused;
  return new DirectoryError('rate.limited', `${first?.refusal ?? 'Too many requests'}. Try again in ${seconds} s.`, {
    retryAfterS: seconds,
  });
}
