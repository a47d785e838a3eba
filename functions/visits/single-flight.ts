import { LRUCache } from 'lru-cache';
import { domainOfUrl } from '../../src/directory/domain-name.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import type { Visitor, VisitProgress } from '../../src/operations/caller.ts';
import type { NetworkVisits } from './network-visits.ts';

/** One fresh fetch per target in this time; a repeat answers the stored result. */
const COOL_DOWN_MS = 60_000;
/** Visits under way at once: each may hold a few MiB and thirty seconds. */
const MAX_UNDER_WAY = 16;
/** Results kept for the cool-down. A flood of targets forgets the oldest first. */
const MAX_RESULTS = 500;
/** Names that answered, kept for the cool-down: of no use to anybody but to count. */
const MAX_ANSWERED = 10_000;
/** Seconds until a visit under way is likely to have made room. */
const BUSY_RETRY_S = 10;
/** Failures of the site. Any other, such as a defect of ours or too many requests, says nothing about it: the next one may try again. */
const KEPT_FAILURES = /^site\./;

type Report = VisitProgress['step'];

/** What a visit tells whoever waits for it. */
export interface VisitUnderWay {
  /** What is being read: a short sentence. */
  readonly report: Report;
  /**
   * To be called with the URL that the site's first response came from. Throws `DirectoryError` rate.limited where it is another
   * site's, which was visited within the cool-down.
   */
  readonly answeredBy: (url: string) => void;
}

interface Visit<Result> {
  readonly result: Promise<Result>;
  /** Who waits for it, and what they have been told so far. */
  readonly listeners: Set<Report>;
  readonly steps: string[];
}

interface FinishedVisit<Result> {
  readonly result: Promise<Result>;
  readonly endedAt: number;
}

/**
 * Visits of one kind, one per domain at a time: whoever asks meanwhile waits for the same one, and whoever asks within the
 * cool-down gets its result, failures of the site included. The domain at the end of the redirects counts as well, so that no
 * number of names makes this service read one site more often than that.
 */
export class SingleFlight<Result> {
  readonly #visit: (domain: string, underWay: VisitUnderWay) => Promise<Result>;
  readonly #networks: NetworkVisits;
  readonly #now: () => number;
  readonly #underWay = new Map<string, Visit<Result>>();
  readonly #finished = new LRUCache<string, FinishedVisit<Result>>({ max: MAX_RESULTS });
  /** When a visit was last at a domain, by whatever name it came there. */
  readonly #answeredAt = new LRUCache<string, number>({ max: MAX_ANSWERED });

  constructor(
    visit: (domain: string, underWay: VisitUnderWay) => Promise<Result>,
    networks: NetworkVisits,
    now: () => number,
  ) {
    this.#visit = visit;
    this.#networks = networks;
    this.#now = now;
  }

  /** Whether joining would cause no new visit. */
  knows(domain: string): boolean {
    return this.#underWay.has(domain) || this.#findFinished(domain) !== undefined;
  }

  /** Rejects with `DirectoryError` service.busy or rate.limited where too many visits are under way, in all or for this network. */
  async join(domain: string, { network, progress }: Visitor): Promise<Result> {
    const known = this.#findFinished(domain);
    if (known && !this.#underWay.has(domain)) {
      progress.begun(Math.floor((this.#now() - known.endedAt) / 1000));
      return await known.result;
    }
    const { result, listeners, steps } = this.#underWay.get(domain) ?? this.#start(domain, network);
    const { begun, step } = progress;
    begun(0);
    for (const message of steps) step(message);
    listeners.add(step);
    return await result.finally(() => listeners.delete(step));
  }

  #start(domain: string, network: string): Visit<Result> {
    if (this.#underWay.size >= MAX_UNDER_WAY) {
      throw new DirectoryError('service.busy', 'Too many checks and drafts are under way.', {
        retryAfterS: BUSY_RETRY_S,
      });
    }
    const endOfNetwork = this.#networks.begin(network);
    const listeners = new Set<Report>();
    const steps: string[] = [];
    let answered = domain;
    const report = (message: string) => {
      steps.push(message);
      for (const listener of listeners) listener(message);
    };
    const answeredBy = (url: string) => {
      const target = domainOfUrl(url);
      if (target !== domain) this.#refuseRepeat(domain, target);
      answered = target;
      this.#answeredAt.set(target, this.#now());
    };
    this.#answeredAt.set(domain, this.#now());
    const result = this.#visit(domain, { report, answeredBy });
    const end = (error?: unknown) => {
      endOfNetwork();
      this.#underWay.delete(domain);
      this.#answeredAt.set(answered, this.#now());
      const isKept = error === undefined || (error instanceof DirectoryError && KEPT_FAILURES.test(error.code));
      if (isKept) this.#finished.set(domain, { result, endedAt: this.#now() });
    };
    const started = { result, listeners, steps };
    this.#underWay.set(domain, started);
    result.then(() => end(), end);
    return started;
  }

  #findFinished(domain: string): FinishedVisit<Result> | undefined {
    const found = this.#finished.get(domain);
    return found && found.endedAt + COOL_DOWN_MS > this.#now() ? found : undefined;
  }

  /** Whoever asks for a domain by its own name is not refused for this: strangers must not keep its owner away. */
  #refuseRepeat(domain: string, target: string): void {
    const endsAt = (this.#answeredAt.get(target) ?? Number.NEGATIVE_INFINITY) + COOL_DOWN_MS;
    const seconds = Math.ceil((endsAt - this.#now()) / 1_000);
    if (seconds <= 0) return;
    throw new DirectoryError(
      'rate.limited',
      `${domain} leads to ${target}, which was visited a moment ago; try again in ${seconds} s, or ask for ${target}.`,
      { retryAfterS: seconds },
    );
  }
}
