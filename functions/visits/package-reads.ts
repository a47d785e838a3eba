import { DAY_S, HOUR_S, MINUTE_S } from '../../src/directory/duration.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import { toNetwork } from '../../src/directory/fair-share.ts';
import { type PackageName, REGISTRIES, type Registry } from '../../src/directory/package-name.ts';
import type { PackageLink } from '../../src/directory/package-resolution.ts';
import { type DocumentToRead, toDocumentUrl } from '../../src/extract/registries.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { FetchResult, Net } from '../../src/fetch/net.ts';
import { type Pacing, toNetworkPacing } from '../../src/fetch/pacing.ts';
import { parseRetryAfter } from '../../src/fetch/parse-retry-after.ts';
import type { Visitor } from '../../src/operations/caller.ts';
import {
  REGISTRY_PACE,
  REGISTRY_READS,
  REGISTRY_READS_OF_NETWORK,
  REGISTRY_SLOTS,
} from '../../src/operations/quotas.ts';
import type { PackageReads } from '../../src/operations/resolve/resolve-package.ts';
import { type BudgetTake, networkKey, takePacedBudgets } from '../../src/operations/take-budgets.ts';
import { FairSlots } from '../../src/runtime/fair-slots.ts';
import type { Store } from '../../src/store/store.ts';

/** Time after which no read of a request starts, in ms. Common proxies end a request after 30 s or more. */
const READ_WITHIN_MS = 20_000;
/** Advised pause before the next request for packages that were not read. */
const PENDING_RETRY_S = 5;
/** Interval of tries to get the turn of this process at a registry. */
const POLL_MS = 250;
/** Least pause after a failure of a registry, in s. */
const FAILED_PAUSE_S = MINUTE_S;

export interface PackageReadTools {
  readonly store: Pick<Store, 'findPackages' | 'keepPackage' | 'takeQuotas'>;
  readonly net: Pick<Net, 'fetch'>;
  readonly pacing: Pacing;
  /** Returns the URL to read in place of the registry's URL. */
  readonly toReadUrl: (url: string) => string;
  /** Reads a document, as `TextThreads.readDocument`. */
  readonly readDocument: (document: DocumentToRead, network: string) => Promise<readonly PackageLink[] | null>;
  readonly fingerprint: (text: string) => string;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

type Answer = readonly PackageLink[] | DirectoryError;

/**
 * Reads the links of packages from the store, or from their registries: once a second from each, by all processes
 * together. Networks take turns.
 */
export function createPackageReads(tools: PackageReadTools): PackageReads {
  const registries = new RegistryReads(tools);
  return async (packages, visitor) => {
    const distinct = [...new Map(packages.map((one) => [one.purl, one])).values()];
    const answers = await registries.findKept(distinct);
    const missing = distinct.filter(({ purl }) => !answers.has(purl));
    const signal = AbortSignal.timeout(READ_WITHIN_MS);
    const readAll = async (ofRegistry: readonly PackageName[]) => {
      let refusal: DirectoryError | null = null;
      for (const one of ofRegistry) {
        const answer: Answer = refusal ?? (await registries.readInTurn(one, visitor, signal));
        if (answer instanceof DirectoryError && answer.code === 'rate.limited') refusal = answer;
        answers.set(one.purl, answer);
      }
    };
    await Promise.all([...Map.groupBy(missing, ({ registry }) => registry).values()].map(readAll));
    return packages.map(({ purl }) => answers.get(purl) ?? pending(purl));
  };
}

class RegistryReads {
  readonly #tools: PackageReadTools;
  readonly #slots: ReadonlyMap<Registry, FairSlots>;
  /** Registries that failed, with the end of the pause. */
  readonly #failing = new Map<Registry, { readonly until: number; readonly error: DirectoryError }>();

  constructor(tools: PackageReadTools) {
    this.#tools = tools;
    this.#slots = new Map(REGISTRIES.map((registry) => [registry, new FairSlots(REGISTRY_SLOTS, tools.now)]));
  }

  async findKept(packages: readonly PackageName[]): Promise<Map<string, Answer>> {
    const storedPackages = await this.#tools.store.findPackages(packages.map(({ purl }) => purl));
    return new Map(storedPackages.map(({ name, links }) => [name, links ?? unknownPackage(name)]));
  }

  async readInTurn(one: PackageName, visitor: Visitor, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return pending(one.purl);
    const release = await this.#slots
      .get(one.registry)
      ?.take(toNetwork(visitor.network), signal)
      .catch(() => null);
    if (!release) return pending(one.purl);
    try {
      // Another request may have read the package during the wait.
      const answer = (await this.findKept([one])).get(one.purl) ?? this.#findFailure(one.registry);
      if (answer) return answer;
      if (!(await this.#takeRead(one.registry, visitor.network, signal))) return pending(one.purl);
      return await this.#readPackage(one, visitor);
    } catch (error) {
      if (error instanceof DirectoryError) return error;
      throw error;
    } finally {
      release();
    }
  }

  #findFailure(registry: Registry): DirectoryError | null {
    const failed = this.#failing.get(registry);
    return failed && failed.until > this.#tools.now() ? failed.error : null;
  }

  /**
   * Waits for the next read of a registry, and counts it against the budgets with the pace, so that a wait in vain
   * costs nothing. The store counts, so that the pace holds for all processes. Returns false if the signal aborts.
   */
  async #takeRead(registry: Registry, client: string, signal: AbortSignal): Promise<boolean> {
    const { store, fingerprint, sleep } = this.#tools;
    const network = networkKey(client, fingerprint);
    const pace = { ...REGISTRY_PACE, subject: registry };
    const budgets: readonly BudgetTake[] = [
      {
        ...REGISTRY_READS_OF_NETWORK,
        subject: network,
        refusal: 'Your network has used up its package reads of today',
      },
      {
        ...REGISTRY_READS,
        subject: 'service',
        network,
        refusal: 'The directory has used up its package reads of today',
      },
    ];
    while (!(await takePacedBudgets(store, pace, budgets))) {
      if (signal.aborted) return false;
      await sleep(POLL_MS);
    }
    return true;
  }

  async #readPackage(one: PackageName, { network, progress }: Visitor): Promise<Answer> {
    const { store, net, pacing, toReadUrl, readDocument } = this.#tools;
    const { purl, registry } = one;
    const url = toReadUrl(toDocumentUrl(one));
    progress.step(`Reading ${url}`);
    const headers = { accept: 'application/json' };
    const result = await net.fetch({
      url,
      headers,
      limits: LIMITS.registry,
      pacing: toNetworkPacing(pacing, toNetwork(network)),
    });
    const links = result.status === 200 ? await readDocument({ registry, body: result.body }, network) : null;
    if (links === null && result.status !== 404) return this.#toFailure(one, result);
    await store.keepPackage({ name: purl, links }, DAY_S);
    return links ?? unknownPackage(purl);
  }

  /** A document in an unknown form says nothing about other packages. */
  #toFailure({ purl, registry }: PackageName, { url, status, failure, detail, headers }: FetchResult) {
    const failedAt = this.#tools.now();
    const askedMs = parseRetryAfter(headers['retry-after'], failedAt) ?? 0;
    const pauseS = Math.min(HOUR_S, Math.max(FAILED_PAUSE_S, Math.ceil(askedMs / 1_000)));
    const reason = detail ?? (status === 200 ? 'the answer has an unknown form' : `the answer is ${status}`);
    const message = `${new URL(url).host} could not be read for ${purl}: ${reason}.`;
    const error = new DirectoryError('registry.unreachable', message, { retryAfterS: pauseS });
    if (status !== 200 && failure !== 'too-large')
      this.#failing.set(registry, { until: failedAt + pauseS * 1_000, error });
    return error;
  }
}

function unknownPackage(purl: string): DirectoryError {
  return new DirectoryError('package.unknown', `Check the spelling of ${purl}.`);
}

function pending(purl: string): DirectoryError {
  return new DirectoryError('package.pending', `${purl} is not read yet; try again in ${PENDING_RETRY_S} s.`, {
    retryAfterS: PENDING_RETRY_S,
  });
}

/** Returns the URL of a document in the sample web, whose names end in `.example`. */
export function toSampleRegistry(url: string): string {
  return url.replace(/\.\w+(?=\/)/, '.example');
}
