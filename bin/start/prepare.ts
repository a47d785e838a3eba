import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { crawl } from '../../src/crawl/crawl.ts';
import { createVisitTools } from '../../src/crawl/visit/visit-tools.ts';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { writeSnapshot } from '../../src/jobs/snapshot/write-snapshot.ts';
import { buildSetup } from '../../src/runtime/build-setup.ts';
import type { Context } from '../../src/runtime/context.ts';
import { startStage } from '../../src/runtime/progress.ts';
import { type LocalWeb, seedWeb } from '../../src/sandbox/local-web.ts';
import { withBuildLock } from '../../src/site/build/build-lock.ts';
import { type BuildStage, buildSite } from '../../src/site/build/build-site.ts';

/**
 * Prepares serving with progress lines: crawl, build, index. Does not repeat an earlier crawl, and a build without
 * changes writes nothing.
 */
export async function prepare(context: Context, web: LocalWeb | null, signal: AbortSignal): Promise<void> {
  await crawlOnce(context, web, signal);
  // The page about open data shows the snapshot.
  if (!signal.aborted && web) await publishSnapshot(context);
  if (!signal.aborted) await build(context, signal);
}

/**
 * Most sites visited at once. This process also answers for the sites, so on a slow machine more visits would exceed
 * the crawler's time limits.
 */
const LOCAL_CONCURRENCY = 8;

export async function crawlOnce(context: Context, web: LocalWeb | null, signal: AbortSignal): Promise<void> {
  if (web && !web.wasCrawled) await crawlWeb(context, web, signal);
}

async function crawlWeb(context: Context, web: LocalWeb, signal: AbortSignal): Promise<void> {
  const { store, log } = context;
  const visits = web.past.reduce((sum, { domains }) => sum + domains.length, web.domains.length);
  // Measure real time, because the clock of the visits is set back.
  const stage = startStage('crawl', process.stdout, Date.now);
  let done = 0;
  const visit = (domains: readonly string[]) =>
    crawl({
      store,
      tools: createVisitTools(context),
      log,
      run: { id: randomUUID(), kind: 'on-demand' },
      worker: `start on ${hostname()}`,
      domains,
      concurrency: LOCAL_CONCURRENCY,
      signal,
      onVisit: () => stage.update(++done, visits),
    });
  for (const { daysAgo, domains } of web.past) {
    if (signal.aborted) break;
    web.setBack(daysAgo);
    await seedWeb(store, web, domains);
    await visit(domains);
  }
  web.setBack(0);
  await seedWeb(store, web);
  const report = await visit(web.domains);
  const { valid, invalid, unreachable, pending } = report.statuses;
  stage.end(
    `${formatQuantity(report.visited, 'site')}: ${valid} valid, ${invalid} invalid, ${unreachable} unreachable, ${pending} pending`,
  );
  if (report.ended === 'nothing-due' && report.errors === 0) await web.markCrawled();
}

/** Writes an open data snapshot of today. */
async function publishSnapshot({ env, store, now }: Context): Promise<void> {
  const date = new Date(now()).toISOString().slice(0, 10);
  await writeSnapshot({ store, folder: join(env.DATA_DIR, 'site', 'data'), date, baseUrl: env.BASE_URL });
}

async function build(context: Context, signal: AbortSignal): Promise<void> {
  const { env, store, now, log } = context;
  let stage = startStage('build', process.stdout, now);
  let indexing = false;
  const setup = buildSetup(env);
  const onProgress = (kind: BuildStage, done: number, total: number) => {
    if (kind === 'index' && !indexing) {
      indexing = true;
      stage.end('pages written');
      stage = startStage('index', process.stdout, now);
    }
    if (kind === 'index' || !indexing) stage.update(done, total);
  };
  const report = await withBuildLock(setup.outDir, () => buildSite({ store, ...setup, now, signal, onProgress }));
  const { rendered, files, indexed, failed } = report;
  if (indexing) stage.end(`${formatQuantity(indexed ?? 0, 'site')} indexed`);
  else
    stage.end(
      `${formatQuantity(rendered, 'domain')} rendered, ${formatQuantity(files.written, 'file')} written, ${files.unchanged} unchanged`,
    );
  for (const { domain, reason } of failed) log.error('page.failed', { domain, reason });
}
