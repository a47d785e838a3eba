import { registeredName } from '../../directory/domain-name.ts';
import { DAY_MS, HOUR_MS } from '../../directory/duration.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { parseRetryAfter } from '../../fetch/parse-retry-after.ts';
import type { Log } from '../../runtime/log.ts';
import type { Store } from '../../store/store.ts';
import type { Bootstrap, BootstrapTools } from './bootstrap.ts';
import { readRegistration } from './read-registration.ts';

/** `pacing` is the pause after each query to a registry. No query starts after `signal`. */
export interface LookUpOptions extends Omit<BootstrapTools, 'file'> {
  readonly store: Pick<Store, 'listUnregistered' | 'leaseRegistrations' | 'setRegistration'>;
  readonly log: Log;
  readonly bootstrap: Bootstrap;
  readonly limit: number;
}

/**
 * Time after which an absent date is queried again. Registries publish dates late or never, and more registries offer RDAP every
 * year.
 */
const ABSENT_AGAIN_MS = 90 * DAY_MS;
const FAILED_AGAIN_MS = DAY_MS;
/** Consecutive failures after which a registry gets no more queries in this run. */
const MAX_FAILURES = 3;
const LISTED_PER_CALL = 500;
const ACCEPT = 'application/rdap+json, application/json;q=0.8';

interface Registered {
  readonly name: string;
  readonly domains: readonly string[];
}

type Answer =
  | { readonly kind: 'found'; readonly at: string }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'failed';
      readonly detail: string;
      readonly againMs: number;
      /** True if the registry requested a wait, so it gets no more queries in this run. */
      readonly mustWait: boolean;
    };

/** Queries registries for the registration dates of valid sites, each name once, registries in parallel. */
export async function lookUpRegistrations(options: LookUpOptions) {
  const { store, log, bootstrap, limit, signal, now } = options;
  const failures = new Map<string, number>();
  const count = {
    queries: 0,
    found: 0,
    /** Number of names without a known registry. */
    unknowable: 0,
  };
  const serverOf = (name: string) => bootstrap(name) ?? '';
  const isGivenUp = (server: string) => (failures.get(server) ?? 0) >= MAX_FAILURES;
  const instantIn = (ms: number) => new Date(now() + ms).toISOString();

  /** Returns the registered names of `domains` with a known registry. Other names are due again later. */
  async function setAsideUnknowable(domains: readonly string[]): Promise<readonly Registered[]> {
    const byName = Map.groupBy(domains, (domain) => registeredName(domain) ?? domain);
    const askable: Registered[] = [];
    for (const [name, below] of byName) {
      if (registeredName(name) === name && bootstrap(name) !== null) {
        askable.push({ name, domains: below });
        continue;
      }
      count.unknowable += 1;
      await store.setRegistration({ name, domains: below, registeredAt: null, dueAt: instantIn(ABSENT_AGAIN_MS) });
    }
    return askable;
  }

  /** Returns the names to query. Stores known dates of the other names. */
  async function takeUnasked(askable: readonly Registered[]): Promise<readonly Registered[]> {
    const left = askable.filter(({ name }) => !isGivenUp(serverOf(name)));
    const domainsOf = new Map(left.map(({ name, domains }) => [name, domains]));
    const taken: Registered[] = [];
    for (const leased of await store.leaseRegistrations([...domainsOf.keys()].slice(0, limit - count.queries))) {
      const { name, registered_at: registeredAt, due_at: dueAt } = leased;
      const domains = domainsOf.get(name) ?? [];
      if (leased.ask) taken.push({ name, domains });
      else await store.setRegistration({ name, domains, registeredAt, dueAt });
    }
    return taken;
  }

  async function askAll(server: string, names: readonly Registered[]): Promise<void> {
    for (const { name, domains } of names) {
      if (signal.aborted || isGivenUp(server)) return;
      count.queries += 1;
      const answer = await askRegistry(server, name, options);
      const registeredAt = answer.kind === 'found' ? answer.at : null;
      const againMs = answer.kind === 'failed' ? answer.againMs : ABSENT_AGAIN_MS;
      const dueAt = answer.kind === 'found' ? null : instantIn(againMs);
      await store.setRegistration({ name, domains, registeredAt, dueAt });
      if (answer.kind === 'found') count.found += 1;
      if (answer.kind !== 'failed') {
        failures.delete(server);
        continue;
      }
      const weight = answer.mustWait ? MAX_FAILURES : 1;
      failures.set(server, (failures.get(server) ?? 0) + weight);
      log.warn('rdap.failed', { server, name, reason: answer.detail });
    }
  }

  for (let after: string | null = null; count.queries < limit && !signal.aborted; ) {
    const listed: readonly string[] = await store.listUnregistered(after, LISTED_PER_CALL);
    after = listed.at(-1) ?? null;
    if (after === null) break;
    const names = await takeUnasked(await setAsideUnknowable(listed));
    const byServer = Map.groupBy(names, ({ name }) => serverOf(name));
    await Promise.all([...byServer].map(([server, own]) => askAll(server, own)));
  }
  return {
    ...count,
    /** Registries that failed or requested a later query. */
    failing: [...failures.keys()],
  };
}

async function askRegistry(server: string, name: string, { net, pacing, now }: LookUpOptions): Promise<Answer> {
  const url = `${server}domain/${name}`;
  const result = await net.fetch({ url, limits: LIMITS.rdap, pacing, headers: { accept: ACCEPT } });
  const { status } = result;
  if (status === 200) {
    const at = readRegistration(result.body, name, now());
    return at === null ? { kind: 'absent' } : { kind: 'found', at };
  }
  // Treat 404 and a permanent refusal as absence, because the registry has no record of the name (RFC 9083 §6) or always
  // forbids the query.
  if (status === 404 || status === 400 || status === 403) return { kind: 'absent' };
  const retryAfterMs = parseRetryAfter(result.headers['retry-after'], now());
  const mustWait = status === 429 || retryAfterMs !== null;
  const againMs = mustWait ? Math.max(retryAfterMs ?? 0, HOUR_MS) : FAILED_AGAIN_MS;
  return { kind: 'failed', detail: result.detail ?? `status ${status}`, againMs, mustWait };
}
