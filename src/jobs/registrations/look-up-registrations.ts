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
  const { store, limit, signal } = options;
  const lookUp = new LookUp(options);
  for (let after: string | null = null; lookUp.count.queries < limit && !signal.aborted; ) {
    const listed: readonly string[] = await store.listUnregistered(after, LISTED_PER_CALL);
    after = listed.at(-1) ?? null;
    if (after === null) break;
    await lookUp.ask(listed);
  }
  return { ...lookUp.count, failing: lookUp.failing };
}

class LookUp {
  readonly count = {
    queries: 0,
    found: 0,
    /** Number of names without a known registry. */
    unknowable: 0,
  };
  readonly #options: LookUpOptions;
  readonly #failures = new Map<string, number>();

  constructor(options: LookUpOptions) {
    this.#options = options;
  }

  /** Registries that failed or requested a later query. */
  get failing() {
    return [...this.#failures.keys()];
  }

  async ask(domains: readonly string[]): Promise<void> {
    const names = await this.#takeUnasked(await this.#setAsideUnknowable(domains));
    const byServer = Map.groupBy(names, ({ name }) => this.#findServer(name));
    await Promise.all([...byServer].map(([server, own]) => this.#askAll(server, own)));
  }

  #findServer(name: string): string {
    return this.#options.bootstrap(name) ?? '';
  }

  #isGivenUp(server: string): boolean {
    return (this.#failures.get(server) ?? 0) >= MAX_FAILURES;
  }

  #instantIn(ms: number): string {
    return new Date(this.#options.now() + ms).toISOString();
  }

  /** Returns the registered names of `domains` with a known registry. Other names are due again later. */
  async #setAsideUnknowable(domains: readonly string[]): Promise<readonly Registered[]> {
    const { store, bootstrap } = this.#options;
    const byName = Map.groupBy(domains, (domain) => registeredName(domain) ?? domain);
    const askable: Registered[] = [];
    for (const [name, below] of byName) {
      if (registeredName(name) === name && bootstrap(name) !== null) {
        askable.push({ name, domains: below });
        continue;
      }
      this.count.unknowable += 1;
      await store.setRegistration({
        name,
        domains: below,
        registeredAt: null,
        dueAt: this.#instantIn(ABSENT_AGAIN_MS),
      });
    }
    return askable;
  }

  /** Returns the names to query. Stores known dates of the other names. */
  async #takeUnasked(askable: readonly Registered[]): Promise<readonly Registered[]> {
    const { store, limit } = this.#options;
    const left = askable.filter(({ name }) => !this.#isGivenUp(this.#findServer(name)));
    const domainsByName = new Map(left.map(({ name, domains }) => [name, domains]));
    const taken: Registered[] = [];
    for (const leased of await store.leaseRegistrations(
      [...domainsByName.keys()].slice(0, limit - this.count.queries),
    )) {
      const { name, registered_at: registeredAt, due_at: dueAt } = leased;
      const domains = domainsByName.get(name) ?? [];
      if (leased.ask) taken.push({ name, domains });
      else await store.setRegistration({ name, domains, registeredAt, dueAt });
    }
    return taken;
  }

  async #askAll(server: string, names: readonly Registered[]): Promise<void> {
    const { store, log, signal } = this.#options;
    for (const { name, domains } of names) {
      if (signal.aborted || this.#isGivenUp(server)) return;
      this.count.queries += 1;
      const answer = await askRegistry(server, name, this.#options);
      const registeredAt = answer.kind === 'found' ? answer.at : null;
      const againMs = answer.kind === 'failed' ? answer.againMs : ABSENT_AGAIN_MS;
      const dueAt = answer.kind === 'found' ? null : this.#instantIn(againMs);
      await store.setRegistration({ name, domains, registeredAt, dueAt });
      if (answer.kind === 'found') this.count.found += 1;
      if (answer.kind !== 'failed') {
        this.#failures.delete(server);
        continue;
      }
      const weight = answer.mustWait ? MAX_FAILURES : 1;
      this.#failures.set(server, (this.#failures.get(server) ?? 0) + weight);
      log.warn('rdap.failed', { server, name, reason: answer.detail });
    }
  }
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
