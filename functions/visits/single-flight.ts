import { LRUCache } from 'lru-cache';
import { domainOfUrl } from '../../src/directory/domain-name.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import { toNetwork } from '../../src/directory/fair-share.ts';
import type { Visitor, VisitProgress } from '../../src/operations/caller.ts';
import type { FairSlots } from '../../src/runtime/fair-slots.ts';
import { refuseFullSlots } from './refuse-full-slots.ts';

/** Minimum time between two fetches of a target. A repeat returns the stored result. */
const COOL_DOWN_MS = 60_000;
/** Most stored results. A flood of targets drops the oldest. */
const MAX_RESULTS = 500;
/** Most stored names that answered, used for counting. */
const MAX_ANSWERED = 10_000;
/** Failures of the site. Other failures, such as an internal error, are not stored, so the next caller may retry. */
const KEPT_FAILURES = /^site\./;

type Report = VisitProgress['step'];

export interface VisitUnderWay {
  readonly network: string;
  /** Current step as a short sentence. */
  readonly report: Report;
  /**
   * Call with the final URL of the first response. Throws `DirectoryError` rate.limited if the URL belongs to
   * another site visited within the cool-down.
   */
  readonly answeredBy: (url: string) => void;
}

interface Visit<Result> {
  readonly result: Promise<Result>;
  /** Waiting callers, with the reported progress. */
  readonly listeners: Set<Report>;
  readonly steps: string[];
}

/** Networks that wait for a slot for the domain, and the running visit. */
interface Line<Result> {
  readonly begun: AbortController;
  readonly places: Map<string, Promise<Visit<Result>>>;
  visit: Visit<Result> | null;
}

interface FinishedVisit<Result> {
  readonly result: Promise<Result>;
  readonly endedAt: number;
}

/**
 * Runs one visit per domain at a time. Concurrent callers share the visit, and callers within the cool-down get its
 * result, including site failures. The final domain of redirects counts too, so that many names cannot cause more
 * visits to one site.
 */
export class SingleFlight<Result> {
  readonly #visit: (domain: string, underWay: VisitUnderWay) => Promise<Result>;
  readonly #slots: FairSlots;
  readonly #now: () => number;
  readonly #underWay = new Map<string, Visit<Result>>();
  readonly #lines = new Map<string, Line<Result>>();
  readonly #finished = new LRUCache<string, FinishedVisit<Result>>({ max: MAX_RESULTS });
  /** Time of the last visit at a domain, under any name. */
  readonly #answeredAt = new LRUCache<string, number>({ max: MAX_ANSWERED });

  constructor(
    visit: (domain: string, underWay: VisitUnderWay) => Promise<Result>,
    slots: FairSlots,
    now: () => number,
  ) {
    this.#visit = visit;
    this.#slots = slots;
    this.#now = now;
  }

  /** Reports whether joining would cause no new visit. */
  knows(domain: string): boolean {
    return this.#underWay.has(domain) || this.#findFinished(domain) !== undefined;
  }

  /** Rejects with `DirectoryError` service.busy if no slot comes free in time, and rate.limited if the network has too many visits under way. */
  async join(domain: string, { network, progress }: Visitor): Promise<Result> {
    const finished = this.#findFinished(domain);
    if (finished && !this.#underWay.has(domain)) {
      progress.begun(Math.floor((this.#now() - finished.endedAt) / 1000));
      return await finished.result;
    }
    const { result, listeners, steps } = this.#underWay.get(domain) ?? (await this.#begin(domain, toNetwork(network)));
    const { begun, step } = progress;
    begun(0);
    for (const message of steps) step(message);
    listeners.add(step);
    return await result.finally(() => listeners.delete(step));
  }

  /**
   * Starts a visit after one of the waiting networks gets a slot. Each network has its own place, so that strangers
   * cannot delay the owner of a domain.
   */
  async #begin(domain: string, network: string): Promise<Visit<Result>> {
    const line = this.#lines.get(domain) ?? { begun: new AbortController(), places: new Map(), visit: null };
    this.#lines.set(domain, line);
    const place = line.places.get(network) ?? this.#waitInLine(line, domain, network);
    line.places.set(network, place);
    try {
      return await place;
    } finally {
      line.places.delete(network);
      if (line.places.size === 0 && this.#lines.get(domain) === line) this.#lines.delete(domain);
    }
  }

  async #waitInLine(line: Line<Result>, domain: string, network: string): Promise<Visit<Result>> {
    try {
      const release = await this.#slots.take(network, line.begun.signal);
      if (line.visit) release();
      else line.visit = this.#start(domain, network, release);
      line.begun.abort();
      return line.visit;
    } catch (error) {
      if (line.visit) return line.visit;
      return refuseFullSlots('checks or drafts')(error);
    }
  }

  #start(domain: string, network: string, release: () => void): Visit<Result> {
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
    const result = this.#visit(domain, { network, report, answeredBy });
    const end = (error?: unknown) => {
      release();
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
    const finished = this.#finished.get(domain);
    return finished && finished.endedAt + COOL_DOWN_MS > this.#now() ? finished : undefined;
  }

  /**
   * Refuses a target that was visited within the cool-down. Accepts callers that use the target's own name, so that strangers
   * cannot block its owner.
   */
  #refuseRepeat(domain: string, target: string): void {
    const endsAt = (this.#answeredAt.get(target) ?? Number.NEGATIVE_INFINITY) + COOL_DOWN_MS;
    const seconds = Math.ceil((endsAt - this.#now()) / 1_000);
    if (seconds <= 0) return;
    throw new DirectoryError(
      'rate.limited',
      `${domain} leads to ${target}. Its last visit is too recent. Try again in ${seconds} s, or use ${target}.`,
      { retryAfterS: seconds },
    );
  }
}
