import { LRUCache } from 'lru-cache';
import { DirectoryError } from '../../src/directory/errors.ts';
import type { VisitProgress } from '../../src/operations/caller.ts';

/** One fresh fetch per target in this time; a repeat answers the stored result. */
const COOL_DOWN_MS = 60_000;
/** Visits under way at once: each may hold a few MiB and thirty seconds. */
const MAX_UNDER_WAY = 16;
/** Results kept for the cool-down. A flood of targets forgets the oldest first. */
const MAX_RESULTS = 500;
/** Seconds until a visit under way is likely to have made room. */
const BUSY_RETRY_S = 10;

type Report = VisitProgress['step'];

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

export interface SingleFlight<Result> {
  /** Rejects with `DirectoryError` service.busy where too many visits are under way. */
  join(domain: string, progress: VisitProgress): Promise<Result>;
  /** Whether joining would cause no new visit. */
  knows(domain: string): boolean;
}

/**
 * Visits of one kind, one per domain at a time: whoever asks meanwhile waits for the same one, and whoever asks within the
 * cool-down gets its result, failures of the site included. So nobody makes this service visit a site more than once a minute.
 */
export function createSingleFlight<Result>(
  visit: (domain: string, report: Report) => Promise<Result>,
  now: () => number,
): SingleFlight<Result> {
  const underWay = new Map<string, Visit<Result>>();
  const finished = new LRUCache<string, FinishedVisit<Result>>({ max: MAX_RESULTS });

  const findFinished = (domain: string): FinishedVisit<Result> | undefined => {
    const found = finished.get(domain);
    return found && found.endedAt + COOL_DOWN_MS > now() ? found : undefined;
  };

  const start = (domain: string): Visit<Result> => {
    if (underWay.size >= MAX_UNDER_WAY) {
      throw new DirectoryError('service.busy', 'Too many checks and drafts are under way.', {
        retryAfterS: BUSY_RETRY_S,
      });
    }
    const listeners = new Set<Report>();
    const steps: string[] = [];
    const result = visit(domain, (message) => {
      steps.push(message);
      for (const report of listeners) report(message);
    });
    const end = (error?: unknown) => {
      underWay.delete(domain);
      // A defect of ours says nothing about the site: the next one may try again.
      if (error === undefined || error instanceof DirectoryError) finished.set(domain, { result, endedAt: now() });
    };
    const started = { result, listeners, steps };
    underWay.set(domain, started);
    result.then(() => end(), end);
    return started;
  };

  return {
    knows: (domain) => underWay.has(domain) || findFinished(domain) !== undefined,
    async join(domain, { begun, step }) {
      const known = findFinished(domain);
      if (known && !underWay.has(domain)) {
        begun(Math.floor((now() - known.endedAt) / 1000));
        return await known.result;
      }
      const { result, listeners, steps } = underWay.get(domain) ?? start(domain);
      begun(0);
      for (const message of steps) step(message);
      listeners.add(step);
      return await result.finally(() => listeners.delete(step));
    },
  };
}
