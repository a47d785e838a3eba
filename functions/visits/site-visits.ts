import { DirectoryError } from '../../src/directory/errors.ts';
import type { Observation } from '../../src/directory/visit.ts';
import { type Check, checkOf } from '../../src/operations/check-result.ts';
import type { Report, WrittenDraft } from '../../src/operations/context.ts';

/** One fresh fetch per target in this time; a repeat answers the stored result. */
const COOL_DOWN_MS = 60_000;
/** Visits under way at once: each may hold a few MiB and thirty seconds. */
const MAX_FLIGHTS = 16;
/** Results kept for the cool-down. A flood of targets forgets the oldest first. */
const MAX_RESULTS = 500;
/** Kept of a file's text for the page that shows it beside its findings: nearly every file is whole in it, and 500 of them take 64 MiB at most. */
const MAX_TEXT_CHARACTERS = 65_536;
/** Seconds until a visit under way is likely to have made room. */
const BUSY_RETRY_S = 10;

/** Someone who waits for a visit. */
export interface Waiting {
  readonly report: Report;
  /** Told once, before the result: seconds since it was made, 0 for a visit that has just ended. */
  aged(seconds: number): void;
}

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly waiting: Set<Report>;
  readonly steps: string[];
  endedAt: number | null;
}

interface Flights<Result> {
  join(domain: string, waiting: Waiting): Promise<Result>;
  /** Whether joining would cause no new visit. */
  knows(domain: string): boolean;
}

/**
 * Visits of one kind, one per domain at a time: whoever asks meanwhile waits for the same one, and whoever asks within the
 * cool-down gets its result, failures of the site included. So nobody makes this service knock at a door more than once a minute.
 */
function createFlights<Result>(
  visit: (domain: string, report: Report) => Promise<Result>,
  now: () => number,
): Flights<Result> {
  const flights = new Map<string, Flight<Result>>();
  let flying = 0;

  const forgetOld = (at: number) => {
    for (const [domain, { endedAt }] of flights) {
      const old = endedAt !== null && endedAt + COOL_DOWN_MS <= at;
      if (old || (endedAt !== null && flights.size > MAX_RESULTS)) flights.delete(domain);
    }
  };

  const start = (domain: string): Flight<Result> => {
    if (flying >= MAX_FLIGHTS) {
      throw new DirectoryError('service.busy', 'Too many checks and drafts are under way.', {
        retryAfterS: BUSY_RETRY_S,
      });
    }
    flying += 1;
    const waiting = new Set<Report>();
    const steps: string[] = [];
    const report: Report = (message) => {
      steps.push(message);
      for (const tell of waiting) tell(message);
    };
    const flight: Flight<Result> = { result: visit(domain, report), waiting, steps, endedAt: null };
    const land = (error?: unknown) => {
      flying -= 1;
      flight.endedAt = now();
      waiting.clear();
      // A defect of ours says nothing about the site: the next one may try again.
      if (error !== undefined && !(error instanceof DirectoryError)) flights.delete(domain);
    };
    flight.result.then(() => land(), land);
    return flight;
  };

  const knows = (domain: string): boolean => {
    forgetOld(now());
    return flights.has(domain);
  };

  const join = async (domain: string, { report, aged }: Waiting): Promise<Result> => {
    forgetOld(now());
    let flight = flights.get(domain);
    if (!flight) {
      flight = start(domain);
      flights.set(domain, flight);
    }
    if (flight.endedAt === null) {
      for (const step of flight.steps) report(step);
      flight.waiting.add(report);
    }
    const { endedAt } = flight;
    aged(endedAt === null ? 0 : Math.floor((now() - endedAt) / 1000));
    try {
      return await flight.result;
    } finally {
      flight.waiting.delete(report);
    }
  };
  return { join, knows };
}

/** What a process can do beside reading its store. Neither changes the directory. */
export interface Abilities {
  /** Visits a site as it is now; what the site did wrong is in the observation. */
  observe(domain: string, report: Report): Promise<Observation>;
  /** Rejects with `DirectoryError` site.unreachable or site.timeout. */
  draft(domain: string, report: Report): Promise<WrittenDraft>;
}

/** A check with the text that it is about. */
export interface CheckedText {
  readonly check: Check;
  /** Null where no text came. */
  readonly text: string | null;
  /** False when the file goes on after `text`. */
  readonly whole: boolean;
}

/** The abilities behind check and generate, shared by every door of a process. */
export interface Visits {
  check(domain: string, waiting: Waiting): Promise<Check>;
  checkText(domain: string, waiting: Waiting): Promise<CheckedText>;
  draft(domain: string, waiting: Waiting): Promise<WrittenDraft>;
  /** Whether a check, or a draft, is under way or kept: asking for it again makes nobody visit anything. */
  knows(kind: 'check' | 'draft', domain: string): boolean;
}

export function createVisits(abilities: Abilities, now: () => number): Visits {
  const checks = createFlights(async (domain, report) => toCheckedText(await abilities.observe(domain, report)), now);
  const drafts = createFlights(async (domain, report) => await abilities.draft(domain, report), now);
  return {
    check: async (domain, waiting) => (await checks.join(domain, waiting)).check,
    checkText: checks.join,
    draft: drafts.join,
    knows: (kind, domain) => (kind === 'check' ? checks : drafts).knows(domain),
  };
}

/** What is kept is the result, not the visit: that holds texts of megabytes. */
function toCheckedText(observation: Observation): CheckedText {
  const text = observation.inspection?.text ?? null;
  return {
    check: checkOf(observation),
    // Copied: a part of a string keeps all of it in memory.
    text: text === null ? null : Buffer.from(text.slice(0, MAX_TEXT_CHARACTERS)).toString(),
    whole: text === null || text.length <= MAX_TEXT_CHARACTERS,
  };
}
