import { DirectoryError } from '../directory/errors.ts';
import { newDomain } from '../directory/new-domain.ts';
import type { DomainState } from '../directory/state.ts';
import type { Observation } from '../directory/visit.ts';
import { HostBusyError } from '../fetch/pacing.ts';
import type { LeasedDomain, Store } from '../store/store.ts';
import { type LagMeter, openLagMeter } from './lag-meter.ts';
import { Queue, type QueueOptions } from './queue.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { applyVisit, type Run } from './steps/apply.ts';
import { judge } from './steps/judge.ts';
import { observe } from './steps/observe.ts';
import { type CrawlReport, countVisit, newTally, type RunEnd, settle, type Tally } from './steps/settle.ts';
import type { VisitOptions, VisitPurpose } from './visit/visit-client.ts';
import type { VisitTools } from './visit/visit-tools.ts';
import { runPool } from './visit-pool.ts';
import { summarizeVisit, type VisitSummary } from './visit-summary.ts';

export type CrawlStore = Pick<
  Store,
  | 'openRun'
  | 'lease'
  | 'extendLeases'
  | 'touchRun'
  | 'apply'
  | 'release'
  | 'settleRun'
  | 'countWords'
  | 'getText'
  | 'getDetail'
>;

export interface CrawlOptions extends Pick<QueueOptions, 'log' | 'worker' | 'domains' | 'onlyDue'> {
  readonly store: CrawlStore;
  readonly tools: VisitTools;
  readonly run: Run;
  /**
   * With `recrawl`, requested by the owner, robots.txt is ignored, everything is read again, and a definitive
   * response counts at once.
   */
  readonly purpose?: Exclude<VisitPurpose, 'check'>;
  /** Most domains to visit. */
  readonly limit?: number | undefined;
  /** Time after which no visit starts, in ms since 1970. */
  readonly deadlineMs?: number | undefined;
  readonly concurrency?: number | undefined;
  /** True to wait up to a lease for given domains that another worker leased, because that worker may be dead. Default: true. */
  readonly waitForLeases?: boolean;
  /** True to visit and judge without storing. */
  readonly dryRun?: boolean;
  /** Aborts running visits and releases their domains. */
  readonly signal?: AbortSignal;
  readonly onVisit?: (visit: VisitSummary) => void;
}

/**
 * Concurrent visits. A visit mostly waits for its turns at the host: ten requests, one per second. This number makes about 50
 * visits per second. The pacing limits open connections.
 */
const DEFAULT_CONCURRENCY = 512;
/** Lag after which a timeout is not trusted. The shortest timeouts are 2 s. */
const OVERLOADED_MS = 1_000;

/** Pause after a visit whose file was not judged in time, because other large files came first. */
const BUSY_MS = 10_000;

interface RunProgress {
  readonly queue: Queue;
  readonly tally: Tally;
  readonly lagMeter: LagMeter;
  /** Leases of visits that stored nothing. */
  readonly dryLeases: string[];
  readonly signal: AbortSignal;
}

/**
 * Runs one crawl: leases due or given domains, observes, judges and applies each, and settles the run. A kill loses
 * nothing, because leases run out and the domains are due again.
 */
export async function crawl(options: CrawlOptions): Promise<CrawlReport> {
  const { store, tools, log, run, worker, domains, onlyDue = false, waitForLeases = true } = options;
  const { now, policy } = tools;
  const startedAt = now();
  const elapsedMs = () => now() - startedAt;
  const { limit = Number.POSITIVE_INFINITY, deadlineMs = Number.POSITIVE_INFINITY } = options;
  const concurrency = Math.max(1, Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, limit));
  const signal = options.signal ?? new AbortController().signal;
  await retryWhileUnavailable(() => store.openRun(run));
  const batch = { run: run.id, worker, concurrency, domains, onlyDue, limit, waitForLeases };
  const queue = new Queue({ store, log, ...batch, now, signal });
  const progress: RunProgress = { queue, tally: newTally(), lagMeter: openLagMeter(), dryLeases: [], signal };
  try {
    await runPool({
      next: () => queue.next(),
      work: (leased, visitSignal) => work(leased, visitSignal, options, progress),
      concurrency,
      mayStart: async () => {
        await policy.pacing.waitForCapacity(signal).catch(() => {});
        return elapsedMs() < deadlineMs;
      },
      signal,
    });
  } finally {
    progress.lagMeter.close();
    await queue.close();
    // Release the leases last, so that a dry run does not visit a domain twice.
    for (const lease of progress.dryLeases) await queue.release(lease, 0);
  }
  const ended = toRunEnd(signal.aborted, progress.tally.visited >= limit, elapsedMs() >= deadlineMs);
  return settle(store, log, run.id, ended, progress.tally, elapsedMs);
}

/** Visits one leased domain and ends its lease. Never rejects. */
async function work(leased: LeasedDomain, visitSignal: AbortSignal, options: CrawlOptions, progress: RunProgress) {
  const { queue, tally, lagMeter, dryLeases, signal } = progress;
  const { log, run } = options;
  try {
    const visit = await visitLeased(leased, options, lagMeter, visitSignal);
    if (visit.result === 'dry') dryLeases.push(leased.lease);
    else queue.drop(leased.lease);
    countVisit(tally, visit);
    log.info('visit', { run: run.id, ...visit });
    options.onVisit?.(visit);
  } catch (error) {
    const postponeMs = computePostponeMs(error);
    if (signal.aborted) await queue.release(leased.lease, 0);
    else if (postponeMs !== null) {
      tally.postponed += 1;
      await queue.release(leased.lease, postponeMs);
    } else {
      // Let the lease run out, so that the store can set aside a domain on which five workers in a row failed.
      queue.drop(leased.lease);
      tally.errors += 1;
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log.error('visit.failed', { run: run.id, domain: leased.state.domain, reason });
    }
  }
}

/** Returns the delay of a visit that was impossible without a fault of the site. Returns null if the visit failed. */
function computePostponeMs(error: unknown): number | null {
  if (error instanceof HostBusyError) return error.postponeMs();
  return error instanceof DirectoryError && error.code === 'service.busy' ? BUSY_MS : null;
}

function toRunEnd(isStopped: boolean, isFull: boolean, isLate: boolean): RunEnd {
  if (isStopped) return 'stopped';
  if (isFull) return 'limit';
  return isLate ? 'deadline' : 'nothing-due';
}

async function visitLeased(
  leased: LeasedDomain,
  options: CrawlOptions,
  lagMeter: LagMeter,
  signal: AbortSignal,
): Promise<VisitSummary> {
  const { store, tools, run, purpose = 'crawl', domains, dryRun } = options;
  // Wait for busy hosts only if domains are given, because a crawl can visit other due domains first.
  const skipBusyHosts = domains === undefined;
  const observation = await observeWithLagRetry(leased.state, tools, { purpose, skipBusyHosts, signal }, lagMeter);
  const judging = { now: tools.now(), random: tools.random, definitiveAtOnce: purpose === 'recrawl' };
  const { judgement, result } = dryRun
    ? { judgement: judge(leased.state, observation, judging), result: 'dry' as const }
    : await applyVisit(leased, observation, { store, texts: tools.texts, run, judging });
  return summarizeVisit(leased.state, observation, judgement, result);
}

/** Observes again if the site did not respond while this program lagged. */
async function observeWithLagRetry(
  state: DomainState,
  tools: VisitTools,
  options: VisitOptions,
  lagMeter: LagMeter,
): Promise<Observation> {
  const startedAt = performance.now();
  const observation = await observe(state, tools, options);
  const isDoubtful = observation.response.failure !== null && lagMeter.worstSince(startedAt) > OVERLOADED_MS;
  return isDoubtful ? observe(state, tools, options) : observation;
}

export interface DryRunOptions {
  readonly tools: VisitTools;
  readonly onVisit: (visit: VisitSummary) => void;
  readonly concurrency?: number | undefined;
  readonly signal: AbortSignal;
}

/** Computes the result of a first visit of domains, tracked or not. Does not use the store. */
export async function dryRunNew(domains: readonly string[], options: DryRunOptions): Promise<void> {
  const { tools, onVisit, concurrency = DEFAULT_CONCURRENCY, signal } = options;
  const left = [...domains];
  const work = async () => {
    for (let domain = left.shift(); domain !== undefined; domain = left.shift()) {
      const state = newDomain(domain, new Date(tools.now()).toISOString());
      const observation = await observe(state, tools, { purpose: 'crawl', signal });
      const judgement = judge(state, observation, { now: tools.now(), random: tools.random });
      onVisit(summarizeVisit(state, observation, judgement, 'dry'));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
