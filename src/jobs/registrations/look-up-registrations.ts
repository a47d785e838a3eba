import { registeredName } from '../../directory/domain-name.ts';
import { DAY_MS, HOUR_MS } from '../../directory/duration.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { Net } from '../../fetch/net.ts';
import type { Pacing } from '../../fetch/pacing.ts';
import { parseRetryAfter } from '../../fetch/parse-retry-after.ts';
import type { Log } from '../../runtime/log.ts';
import type { RegistrationStore } from '../../store/registration.ts';
import type { Bootstrap } from './bootstrap.ts';
import { readRegistration } from './read-registration.ts';

export interface LookUpOptions {
  readonly store: RegistrationStore;
  readonly net: Net;
  /** One question at a time for each registry, a pause after each. */
  readonly pacing: Pacing;
  readonly log: Log;
  readonly now: () => number;
  readonly bootstrap: Bootstrap;
  /** Questions to registries at most. */
  readonly limit: number;
  /** No question begins after this. */
  readonly signal: AbortSignal;
}

export interface LookUpReport {
  readonly asked: number;
  readonly found: number;
  /** Names without a registry that could be asked. */
  readonly unknowable: number;
  /** Registries that did not answer as they should, or asked us to come later. */
  readonly troubled: readonly string[];
}

/** Registries publish dates late or never, and more of them offer RDAP every year. */
const ABSENT_AGAIN_MS = 90 * DAY_MS;
const TROUBLE_AGAIN_MS = DAY_MS;
/** A registry that fails this often in a row is left alone for the rest of the run. */
const MAX_TROUBLES = 3;
const LISTED_PER_CALL = 500;
const ACCEPT = 'application/rdap+json, application/json;q=0.8';

type Answered =
  | { readonly kind: 'found'; readonly at: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'trouble'; readonly detail: string; readonly againMs: number };

/** Asks registries since when the names of valid sites are registered: each name once, registries side by side. */
export async function lookUpRegistrations(options: LookUpOptions): Promise<LookUpReport> {
  const { store, bootstrap, limit, signal } = options;
  const tally = { asked: 0, found: 0, unknowable: 0 };
  const troubles = new Map<string, number>();
  const instantIn = (ms: number) => new Date(options.now() + ms).toISOString();

  async function askAll(server: string, names: readonly (readonly [string, readonly string[]])[]): Promise<void> {
    for (const [name, domains] of names) {
      if (signal.aborted || (troubles.get(server) ?? 0) >= MAX_TROUBLES) return;
      tally.asked += 1;
      const answered = await ask(server, name, options);
      const known = answered.kind === 'found';
      const dueAt = known ? null : instantIn(answered.kind === 'absent' ? ABSENT_AGAIN_MS : answered.againMs);
      await store.setRegistration({ name, domains, registeredAt: known ? answered.at : null, dueAt });
      if (known) tally.found += 1;
      if (answered.kind !== 'trouble') troubles.delete(server);
      else {
        // Who asks us to wait is not asked a second time.
        const weight = answered.againMs === TROUBLE_AGAIN_MS ? 1 : MAX_TROUBLES;
        troubles.set(server, (troubles.get(server) ?? 0) + weight);
        options.log.warn('rdap.trouble', { server, name, reason: answered.detail });
      }
    }
  }

  let after: string | null = null;
  while (tally.asked < limit && !signal.aborted) {
    const listed: readonly string[] = await store.listUnregistered(after, LISTED_PER_CALL);
    after = listed.at(-1) ?? null;
    if (after === null) break;
    const domainsOf = Map.groupBy(listed, (domain) => registeredName(domain) ?? domain);
    const askable: string[] = [];
    for (const [name, domains] of domainsOf) {
      const isOurs = registeredName(name) === name && bootstrap(name) !== null;
      if (isOurs) askable.push(name);
      else {
        tally.unknowable += 1;
        await store.setRegistration({ name, domains, registeredAt: null, dueAt: instantIn(ABSENT_AGAIN_MS) });
      }
    }
    const mine: (readonly [string, readonly string[]])[] = [];
    const asking = askable.filter((name) => (troubles.get(bootstrap(name) ?? '') ?? 0) < MAX_TROUBLES);
    for (const claimed of await store.claimRegistrations(asking.slice(0, limit - tally.asked))) {
      const domains = domainsOf.get(claimed.name) ?? [];
      if (claimed.ask) mine.push([claimed.name, domains]);
      else {
        const { name, registered_at: registeredAt, due_at: dueAt } = claimed;
        await store.setRegistration({ name, domains, registeredAt, dueAt });
      }
    }
    const byServer = Map.groupBy(mine, ([name]) => bootstrap(name) ?? '');
    await Promise.all([...byServer].map(([server, names]) => askAll(server, names)));
  }
  return { ...tally, troubled: [...troubles.keys()] };
}

async function ask(server: string, name: string, { net, pacing, now }: LookUpOptions): Promise<Answered> {
  const url = `${server}domain/${name}`;
  const answer = await net.fetch({ url, limits: LIMITS.rdap, pacing, headers: { accept: ACCEPT } });
  const { status } = answer;
  if (status === 200) {
    const at = readRegistration(answer.body, name, now());
    return at === null ? { kind: 'absent' } : { kind: 'found', at };
  }
  // RFC 9083 §6: the registry knows no such name. A registry that forbids the question will not allow it tomorrow.
  if (status === 404 || status === 400 || status === 403) return { kind: 'absent' };
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], now());
  return {
    kind: 'trouble',
    detail: answer.detail ?? `status ${status}`,
    againMs: status === 429 || retryAfterMs !== null ? Math.max(retryAfterMs ?? 0, HOUR_MS) : TROUBLE_AGAIN_MS,
  };
}
