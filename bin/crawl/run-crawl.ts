import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import * as core from '@actions/core';
import { crawl, dryRunNew } from '../../src/crawl/crawl.ts';
import { breakerSentence, followInActions, reportLine } from '../../src/crawl/report.ts';
import type { CrawlReport } from '../../src/crawl/steps/settle.ts';
import { createVisitTools } from '../../src/crawl/visit/visit-tools.ts';
import type { VisitSummary } from '../../src/crawl/visit-summary.ts';
import { removeNeverValid } from '../../src/jobs/moderation/remove-never-valid.ts';
import { assignTopics } from '../../src/jobs/topics/assign-topics.ts';
import type { Context } from '../../src/runtime/context.ts';
import { type Env, isLoopback } from '../../src/runtime/env.ts';
import { createLog } from '../../src/runtime/log.ts';
import { startStage } from '../../src/runtime/progress.ts';
import { holdsLocalWeb, type LocalWeb, openLocalWeb, seedWeb } from '../../src/sandbox/local-web.ts';
import type { Host } from '../host.ts';
import { parseDomain } from '../parse-arguments.ts';
import { EXIT, UsageError } from '../run-command.ts';
import { withLocalWeb } from '../with-local-web.ts';

/** Exit code of a run whose held visits were dropped, because the fault seems ours. */
const EXIT_BREAKER = 3;

export interface CrawlArguments {
  /** Visits the internet, even if the settings name a sandbox. */
  readonly isLive: boolean;
  readonly isSample: boolean;
  readonly replay: string | undefined;
  /** Shard, such as `2/4`. Undefined for a single worker. */
  readonly shard: string | undefined;
  readonly limit: number | undefined;
  readonly deadlineMs: number | undefined;
  readonly concurrency: number | undefined;
  readonly dryRun: boolean;
  readonly domains: readonly string[];
}

/** Runs a crawl by arguments and settings. Returns the exit code. */
export async function runCrawl(wanted: CrawlArguments, host: Host): Promise<number> {
  const env = host.env();
  const web = await localWebFor(wanted, env);
  if (!web && !env.SANDBOX_ORIGIN && wanted.domains.length === 0 && (await holdsLocalWeb(env.DATA_DIR))) {
    throw new UsageError(
      `${env.DATA_DIR} contains a web of this machine, not of the internet. Add --sample, or set DATA_DIR to another folder`,
    );
  }
  const stop = host.stopSignal();
  // On a terminal, print only problems, because the progress bar shows the visits.
  const log = createLog(Date.now);
  const options = {
    access: 'share',
    log: process.stdout.isTTY ? { ...log, info: () => {} } : log,
    ...(wanted.isLive && { sandbox: null }),
  } as const;
  return await withLocalWeb(web, env, options, async (context) => {
    const named = wanted.domains.map((text) => parseDomain(text, mayBeReserved(wanted, env)));
    const domains = named.length > 0 ? named : web?.domains;
    if (wanted.dryRun && domains) {
      await dryRunNew(domains, { tools: createVisitTools(context), onVisit: writeVisit, signal: stop });
      return EXIT.done;
    }
    if (web && !web.wasCrawled) await seedWeb(context.store, web, domains);
    else if (domains) await context.store.track(domains);
    const report = await crawlWithProgress(wanted, domains, context, host.isGithubAction, stop);
    const isWhole = named.length === 0 && report.ended === 'nothing-due' && report.errors === 0;
    if (web && isWhole && !wanted.dryRun) await web.markCrawled();
    // Remove after the visits, so that newly valid entries stay.
    if (!domains && !wanted.dryRun && !report.broken) {
      await removeNeverValid(context.store, log, stop);
      await context.store.indexTexts(stop);
      await assignTopics(context.store, stop);
    }
    return toExitCode(report);
  });
}

/** Reports whether reserved names resolve to a web on this machine. */
export function mayBeReserved({ isLive, isSample, replay }: CrawlArguments, env: Env): boolean {
  return !isLive && (isSample || replay !== undefined || env.SANDBOX_ORIGIN !== undefined);
}

/**
 * Opens the recorded or sample web of the arguments. Returns null if the crawl uses the internet or the sandbox of the settings.
 */
export async function localWebFor({ isSample, replay }: CrawlArguments, env: Env): Promise<LocalWeb | null> {
  if (!isSample && replay === undefined) return null;
  if (!isLoopback(env.BASE_URL)) throw new UsageError('a replay or the sample web needs a BASE_URL on this machine');
  return openLocalWeb({ replay, dataDir: env.DATA_DIR });
}

async function crawlWithProgress(
  { shard, limit, deadlineMs, concurrency, dryRun }: CrawlArguments,
  domains: readonly string[] | undefined,
  context: Context,
  isGithubAction: boolean,
  signal: AbortSignal,
): Promise<CrawlReport> {
  const { store, log, now } = context;
  const due = domains?.length ?? (await store.countDue());
  const total = Math.min(due, limit ?? Number.MAX_SAFE_INTEGER);
  const actions = isGithubAction ? followInActions(core, shard ? `Crawl, shard ${shard}` : 'Crawl') : null;
  const stage = actions ? null : startStage('crawl', process.stdout, now);
  let done = 0;
  const report = await crawl({
    store,
    tools: createVisitTools(context),
    log,
    run: { id: `crawl-${randomUUID()}`, kind: domains ? 'on-demand' : 'scheduled' },
    worker: `${hostname()} ${process.pid} ${shard ?? ''}`.trim(),
    domains,
    limit,
    deadlineMs,
    concurrency,
    dryRun,
    signal,
    onVisit: (visit) => {
      actions?.onVisit(visit);
      stage?.update(++done, Math.max(total, done));
      if (dryRun) writeVisit(visit);
    },
  });
  stage?.end(reportLine(report));
  await actions?.end(report);
  return report;
}

function writeVisit(visit: VisitSummary): void {
  process.stdout.write(`${JSON.stringify(visit)}\n`);
}

function toExitCode(report: CrawlReport): number {
  if (report.broken) {
    process.stderr.write(`${breakerSentence(report)}\n`);
    return EXIT_BREAKER;
  }
  return report.errors > 0 ? EXIT.failed : EXIT.done;
}
