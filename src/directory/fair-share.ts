/**
 * The rule that all shared budgets and slots use. A budget is shared if several networks draw from it: new domains of a day,
 * new names below one domain, visits under way. `directory.may_take` in SQL is the same rule, held equal by a test.
 *
 * The last fifth of a budget is kept for networks that have used little of it. A network may draw from the kept part while it
 * has used less than a twentieth of what is left: a hundredth of the whole budget at first, and less as the kept part empties.
 * So a few networks cannot empty the kept part, and a network that has used nothing is served until nothing is left.
 *
 * To count against a budget: `takeBudgets` (src/operations/take-budgets.ts), with a take that names the network.
 * To wait for one of a few slots: `FairSlots` (src/runtime/fair-slots.ts), by `SlotRules`.
 */

/** One part in so many of a budget is kept. */
const KEPT_PART = 5;
/** Networks that what is left must serve. */
const NETWORKS_TO_SERVE = 20;

/** What has been used of a budget in its window. */
export interface BudgetUse {
  /** By all networks together. */
  readonly total: number;
  /** By the network that asks. */
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
 * Returns the network that shares of a client count for: the /24 of an IPv4 address, the /48 of an IPv6 client. A provider gives
 * a customer one of these, with as many addresses as the customer likes.
 * @param client as in `Caller.network`: an IPv4 address, or `2001:db8:0:1::/64`
 */
export function networkOf(client: string): string {
  if (client.includes(':')) return `${client.split(':').slice(0, HEXTETS_OF_A_NETWORK).join(':')}::/48`;
  return `${client.split('.').slice(0, OCTETS_OF_A_NETWORK).join('.')}.0/24`;
}

/** A few slots that networks share: see `FairSlots`. */
export interface SlotRules {
  /** Visits that hold a slot at a time. */
  readonly slots: number;
  /** Visits of one network under way at a time, those past their turn included. */
  readonly perNetwork: number;
  /** Longest time that a visit holds its slot. Then the next visit gets the slot, and this one goes on without it. */
  readonly turnMs: number;
  /** Longest time that a caller waits. Absent: a caller waits for as long as it takes, and is never refused. */
  readonly maxWaitMs?: number;
}
