/**
 * Rule of all shared budgets and slots. A budget is shared if several networks use it: new domains per day, new names
 * below one domain, running visits. `directory.may_take` in SQL repeats the rule, and a test compares both. The last
 * fifth of a budget is reserved for networks that used little of it. A network may use the reserve while its use is
 * below a twentieth of the remaining budget, which is a hundredth of the budget at first. The limit falls as the
 * reserve empties. A few networks therefore cannot empty the reserve, and a new network is served until nothing is
 * left. To count against a budget, call `takeBudgets` (src/operations/take-budgets.ts) with a take that names the
 * network. To wait for one of a few slots, use `FairSlots` (src/runtime/fair-slots.ts) with `SlotRules`.
 */

/** Divisor of a budget that gives the reserve. */
const KEPT_PART = 5;
/** Number of networks that the remaining budget must serve. */
const NETWORKS_TO_SERVE = 20;

export interface BudgetUse {
  readonly total: number;
  readonly own: number;
}

/** Reports whether a network may take one more from a budget of `quota`. */
export function mayTake(quota: number, { total, own }: BudgetUse): boolean {
  const left = quota - total;
  if (left <= 0) return false;
  return left * KEPT_PART > quota || own * NETWORKS_TO_SERVE < left;
}

const HEXTETS_OF_A_NETWORK = 3;
const OCTETS_OF_A_NETWORK = 3;

/**
 * Returns the network of a client: the /24 of an IPv4 address, or the /48 of an IPv6 client. A provider gives a
 * customer one such network, with many addresses.
 * @param client as in `Caller.network`: an IPv4 address, or `2001:db8:0:1::/64`
 */
export function toNetwork(client: string): string {
  if (client.includes(':')) return `${client.split(':').slice(0, HEXTETS_OF_A_NETWORK).join(':')}::/48`;
  return `${client.split('.').slice(0, OCTETS_OF_A_NETWORK).join('.')}.0/24`;
}

/** Slots shared by networks. See `FairSlots`. */
export interface SlotRules {
  readonly slots: number;
  /** Most running visits of one network, including visits past their turn. */
  readonly perNetwork: number;
  /**
   * Longest time that a visit occupies its slot, in ms. Afterwards the next visit gets the slot, and this visit continues without
   * a slot.
   */
  readonly turnMs: number;
  /** Longest wait of a caller, in ms. If absent, callers wait without limit and are never refused. */
  readonly maxWaitMs?: number;
}
