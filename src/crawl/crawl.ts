import { DirectoryError } from '../directory/errors.ts';
import { newDomain } from '../directory/new-domain.ts';
import type { DomainState } from '../directory/state.ts';
import type { Observation } from '../directory/visit.ts';
import { HostBusyError } from '../fetch/pacing.ts';
import type { Log } from '../runtime/log.ts';
import type { LeasedDomain, Store } from '../store/store.ts';
import { type LagMeter, openLagMeter } from './lag-meter.ts';
import { openQueue, type Queue } from './queue.ts';
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
  'openRun' | 'lease' | 'extendLeases' | 'touchRun' | 'apply' | 'release' | 'settleRun' | 'countWords' | 'getText'
>;

export interface CrawlOptions {
  readonly store: CrawlStore;
  readonly tools: VisitTools;
  readonly log: Log;
  readonly run: Run;
  /** Who holds the leases: a name for logs. */
  readonly worker: string;
  /** `recrawl`: the owner asked, so robots.txt is not, everything is read anew, and a definitive response counts at once. */
  readonly purpose?: Exclude<VisitPurpose, 'check'>;
  /** Just these, due or not unless `onlyDue`; all that is due when absent. They must be tracked. */
  readonly domains?: readonly string[] | undefined;
  /** Leaves out given domains that are not due, because another worker has visited them. */
  readonly onlyDue?: boolean;
  /** Domains to visit at most. */
  readonly limit?: number | undefined;
  /** No new visit begins after this long. */
  readonly deadlineMs?: number | undefined;
  /** Domains in work at the same time. */
  readonly concurrency?: number | undefined;
  /** Waits up to a lease for given domains that another worker holds, because it may be dead (the default). */
  readonly waitForLeases?: boolean;
  /** Visits and judges, but stores nothing. */
  readonly dryRun?: boolean;
  /** Stops soon: visits under way are aborted and their domains released. */
  readonly signal?: AbortSignal;
  readonly onVisit?: (visit: VisitSummary) => void;
}

/**
 * A visit waits most of the time, above all for its next turn at the host: ten requests a second apart are ten seconds.
 * This many at once make some 50 visits a second; the pacing limits how many connections are open.
 */
const DEFAULT_CONCURRENCY = 512;
/** A program that was this late may have missed a response that came in time: the shortest timeouts are 2 s. */
const OVERLOADED_MS = 1_000;

/** After a visit whose file was not judged in time, because large files of others were. */
const BUSY_MS = 10_000;

/** What the visits of one run share. */
interface RunProgress {
  readonly queue: Queue;
  readonly tally: Tally;
  readonly lagMeter: LagMeter;
  /** Leases of visits that stored nothing. */
  readonly dryLeases: string[];
  readonly signal: AbortSignal;
}

/**
 * One run: leases what is due (or the given domains), observes, judges and applies each, and settles the run at its end.
 * Killed at any moment it loses nothing: leases run out, and what the run held is due again.
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
  const queue = openQueue({ store, log, ...batch, now, signal });
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
    // Only now, so that a dry run does not visit a domain twice.
    for (const lease of progress.dryLeases) await queue.release(lease, 0);
  }
  const ended = endOf(signal.aborted, progress.tally.visited >= limit, elapsedMs() >= deadlineMs);
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
    const postponeMs = postponeMsOf(error);
    if (signal.aborted) await queue.release(leased.lease, 0);
    else if (postponeMs !== null) {
      tally.postponed += 1;
      await queue.release(leased.lease, postponeMs);
    } else {
      // The lease is left to run out: the store sets aside a domain on which five workers in a row have failed.
      queue.drop(leased.lease);
      tally.errors += 1;
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log.error('visit.failed', { run: run.id, domain: leased.state.domain, reason });
    }
  }
}

/** How long a visit waits that was not possible now, through no fault of the site; null where it failed. */
function postponeMsOf(error: unknown): number | null {
  if (error instanceof HostBusyError) return error.postponeMs();
  return error instanceof DirectoryError && error.code === 'service.busy' ? BUSY_MS : null;
}

function endOf(isStopped: boolean, isFull: boolean, isLate: boolean): RunEnd {
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
  // Named domains are visited in any case; of what is merely due, others can go first.
  const skipBusyHosts = domains === undefined;
  const observation = await observeWithLagRetry(leased.state, tools, { purpose, skipBusyHosts, signal }, lagMeter);
  const judging = { now: tools.now(), random: tools.random, definitiveAtOnce: purpose === 'recrawl' };
  const { judgement, result } = dryRun
    ? { judgement: judge(leased.state, observation, judging), result: 'dry' as const }
    : await applyVisit(leased, observation, { store, texts: tools.texts, run, judging });
  return summarizeVisit(leased.state, observation, judgement, result);
}

/** Observes once more where no response came while this program could not keep up. */
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

/** What a first visit would make of domains, tracked or not; nothing is read from the store or written to it. */
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
