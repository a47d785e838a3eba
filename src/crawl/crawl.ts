import { newDomain } from '../directory/new-domain.ts';
import type { DomainState, Status, Tier } from '../directory/state.ts';
import type { Judgement, Observation } from '../directory/visit.ts';
import { CrowdedError } from '../fetch/pacing.ts';
import type { Log } from '../runtime/log.ts';
import type { Claimed, RunReport, Store } from '../store/store.ts';
import { type LagMeter, openLagMeter } from './lag-meter.ts';
import { openQueue } from './queue.ts';
import { withPatience } from './retry-while-unavailable.ts';
import { applyVisit, judgeVisit } from './steps/apply.ts';
import { type ObserveTools, observe } from './steps/observe.ts';

export interface CrawlOptions extends Omit<ObserveTools, 'signal'> {
  readonly store: Store;
  readonly log: Log;
  readonly run: { readonly id: string; readonly kind: 'scheduled' | 'on-demand' };
  /** Who takes the leases: a name for logs. */
  readonly worker: string;
  /** Just these, due or not; all that is due when absent. They must be tracked. */
  readonly domains?: readonly string[];
  /** Domains to visit at most. */
  readonly limit?: number;
  /** No new visit begins after this long. */
  readonly deadlineMs?: number;
  /** Domains in work at the same time. */
  readonly concurrency?: number;
  /** Waits up to a lease for given domains that another worker has in hand, because it may be dead (the default). */
  readonly waitForLeases?: boolean;
  /** Looks and judges, writes nothing. */
  readonly dryRun?: boolean;
  /** Stops soon: visits under way are broken off and their domains given back. */
  readonly signal?: AbortSignal;
  readonly onVisit?: (visit: VisitLine) => void;
}

/** One visit in a line of the log. */
export interface VisitLine {
  readonly domain: string;
  readonly before: Status;
  readonly status: Status;
  readonly tier: Tier | null;
  readonly authority: number | null;
  readonly http: number | null;
  readonly failure: string | null;
  readonly reason: string | null;
  readonly not_modified: boolean;
  readonly result: 'applied' | 'held' | 'lost' | 'dry';
  readonly duration_ms: number;
  readonly due_at: string;
}

export interface CrawlReport extends RunReport {
  readonly run: string;
  /** Why no more was visited. */
  readonly ended: 'nothing-due' | 'limit' | 'deadline' | 'stopped';
  /** Visits by the status that they led to, held ones included. */
  readonly statuses: Readonly<Record<Status, number>>;
  readonly notModified: number;
  /** Another worker had taken the domain meanwhile. */
  readonly lost: number;
  /** Visits put off because too many waited for the same address. */
  readonly postponed: number;
  /** Visits that broke inside this program; their domains come again when the lease is over. */
  readonly errors: number;
  readonly durationMs: number;
}

/**
 * A visit waits most of the time, for its next turn at the host above all: ten requests a second apart are ten seconds.
 * So many in work make some 50 visits a second; how many connections are open at a time is the pacing's to limit.
 */
const DEFAULT_CONCURRENCY = 512;
/** A program that was this late may have missed an answer that came in time: the shortest timeouts are 2 s. */
const OVERLOADED_MS = 1_000;

/**
 * One run: takes what is due (or the given domains), looks, judges, applies, and settles the run at its end.
 * Killed at any moment it loses nothing: leases run out, and what the run held is due again.
 */
export async function crawl(options: CrawlOptions): Promise<CrawlReport> {
  const { store, log, now, run, worker } = options;
  const startedAt = now();
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const concurrency = Math.max(1, Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, limit));
  const stop = options.signal ?? new AbortController().signal;
  const isLate = () => now() - startedAt >= (options.deadlineMs ?? Number.POSITIVE_INFINITY);
  const tally = newTally();
  await withPatience(() => store.openRun(run));
  const { domains, waitForLeases = true } = options;
  const queue = openQueue({
    store,
    log,
    run: run.id,
    worker,
    concurrency,
    domains,
    limit,
    waitForLeases,
    signal: stop,
  });
  const returned: string[] = [];
  const lag = openLagMeter();

  const underWay = new Map<Promise<void>, AbortController>();
  let freed = Promise.withResolvers<void>();
  const stopAll = () => {
    for (const controller of underWay.values()) controller.abort(stop.reason);
    freed.resolve();
  };
  stop.addEventListener('abort', stopAll, { once: true });

  /** Begins visits one after the other, as fast as there are places, connections and domains for them. */
  async function beginAll(): Promise<void> {
    for (;;) {
      while (underWay.size >= concurrency && !stop.aborted) await freed.promise;
      await options.pacing.room?.(stop).catch(() => {});
      if (stop.aborted || isLate()) return;
      const claimed = await queue.next();
      if (!claimed) return;
      // A signal for each visit: one for all would be searched through at every step of any.
      const controller = new AbortController();
      const visiting = visitOne(claimed, controller.signal).finally(() => {
        underWay.delete(visiting);
        freed.resolve();
        freed = Promise.withResolvers();
      });
      underWay.set(visiting, controller);
      if (stop.aborted) controller.abort(stop.reason);
    }
  }

  async function visitOne(claimed: Claimed, signal: AbortSignal): Promise<void> {
    try {
      // Whoever is named is waited for; of what is merely due, others can go first.
      const line = await visit(claimed, { ...options, hurried: domains === undefined, signal, lag });
      if (line.result === 'dry') returned.push(claimed.lease);
      else queue.settle(claimed.lease);
      count(tally, line);
      log.info('visit', { run: run.id, ...line });
      options.onVisit?.(line);
    } catch (error) {
      if (stop.aborted) {
        await giveBack(claimed.lease, 0);
        return;
      }
      if (error instanceof CrowdedError) {
        tally.postponed += 1;
        await giveBack(claimed.lease, error.retryMs);
        return;
      }
      // The lease is left to run out: a domain that breaks five workers in a row is then set aside by the store.
      queue.abandon(claimed.lease);
      tally.errors += 1;
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log.error('visit.broken', { run: run.id, domain: claimed.state.domain, reason });
    }
  }

  async function giveBack(lease: string, afterMs: number): Promise<void> {
    queue.settle(lease);
    await store.release(lease, new Date(now() + afterMs).toISOString()).catch((error: unknown) => {
      log.warn('crawl.release_failed', { run: run.id, worker, reason: String(error) });
    });
  }

  try {
    await beginAll().finally(() => Promise.all(underWay.keys()));
  } finally {
    stop.removeEventListener('abort', stopAll);
    lag.close();
    await queue.close(new Date(now()).toISOString());
    for (const lease of returned) await giveBack(lease, 0);
  }
  const settled = await withPatience(() => store.settleRun(run.id));
  const visited = tally.visits;
  const ended = stop.aborted ? 'stopped' : visited >= limit ? 'limit' : isLate() ? 'deadline' : 'nothing-due';
  const { statuses, notModified, lost, postponed, errors } = tally;
  const report = { ...settled, visited, run: run.id, ended, statuses, notModified, lost, postponed, errors } as const;
  return { ...report, durationMs: Math.round(now() - startedAt) };
}

type VisitTools = Omit<CrawlOptions, 'signal'> & { readonly signal: AbortSignal; readonly lag: LagMeter };

/** Looks once more where no answer came while this program could not keep up. */
async function observeFairly(state: DomainState, tools: VisitTools): Promise<Observation> {
  const startedAt = performance.now();
  const observation = await observe(state, tools);
  const isDoubtful = observation.response.failure !== null && tools.lag.worstSince(startedAt) > OVERLOADED_MS;
  return isDoubtful ? observe(state, tools) : observation;
}

async function visit(claimed: Claimed, tools: VisitTools): Promise<VisitLine> {
  const observation = await observeFairly(claimed.state, tools);
  const { judgement, result } = tools.dryRun
    ? { judgement: judgeVisit(claimed.state, observation, tools), result: 'dry' as const }
    : await applyVisit(claimed, observation, tools);
  return lineOf(claimed.state, observation, judgement, result);
}

function lineOf(
  before: DomainState,
  observation: Observation,
  { next, dueAt }: Judgement,
  result: VisitLine['result'],
): VisitLine {
  return {
    domain: next.domain,
    before: before.status,
    status: next.status,
    tier: next.tier,
    authority: next.authority,
    http: observation.response.status,
    failure: observation.response.failure,
    reason: next.failure?.reason ?? null,
    not_modified: observation.notModified,
    result,
    duration_ms: observation.durationMs,
    due_at: dueAt,
  };
}

/** What a first visit would make of domains, tracked or not; nothing is read from the store or written to it. */
export async function rehearse(
  domains: readonly string[],
  tools: Omit<ObserveTools, 'signal'> &
    Pick<CrawlOptions, 'concurrency' | 'onVisit'> & { readonly signal: AbortSignal },
): Promise<void> {
  const left = [...domains];
  const work = async () => {
    for (let domain = left.shift(); domain !== undefined; domain = left.shift()) {
      const state = newDomain(domain, new Date(tools.now()).toISOString());
      const observation = await observe(state, tools);
      tools.onVisit?.(lineOf(state, observation, judgeVisit(state, observation, tools), 'dry'));
    }
  };
  await Promise.all(Array.from({ length: tools.concurrency ?? DEFAULT_CONCURRENCY }, work));
}

interface Tally {
  visits: number;
  notModified: number;
  lost: number;
  postponed: number;
  errors: number;
  readonly statuses: Record<Status, number>;
}

function newTally(): Tally {
  return {
    visits: 0,
    notModified: 0,
    lost: 0,
    postponed: 0,
    errors: 0,
    statuses: { pending: 0, valid: 0, invalid: 0, unreachable: 0 },
  };
}

function count(tally: Tally, line: VisitLine): void {
  tally.visits += 1;
  if (line.not_modified) tally.notModified += 1;
  if (line.result === 'lost') tally.lost += 1;
  else tally.statuses[line.status] += 1;
}
