import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { crawl } from '../../src/crawl/crawl.ts';
import { createVisitTools } from '../../src/crawl/visit/visit-tools.ts';
import type { Context } from '../../src/runtime/context.ts';
import { startStage } from '../../src/runtime/progress.ts';
import { type LocalWeb, seedWeb } from '../../src/sandbox/local-web.ts';
import { withBuildLock } from '../../src/site/build/build-lock.ts';
import { type BuildStage, buildSite } from '../../src/site/build/build-site.ts';

/**
 * What comes before serving, a progress line each: crawl the web, build what changed, index it.
 * A web that was crawled before is not visited again, and a build without changes writes nothing.
 */
export async function prepare(context: Context, web: LocalWeb | null, signal: AbortSignal): Promise<void> {
  await crawlOnce(context, web, signal);
  if (!signal.aborted) await build(context, signal);
}

/** Crawls a web that was not crawled before. */
export async function crawlOnce(context: Context, web: LocalWeb | null, signal: AbortSignal): Promise<void> {
  if (web && !web.wasCrawled) await crawlWeb(context, web, signal);
}

async function crawlWeb(context: Context, web: LocalWeb, signal: AbortSignal): Promise<void> {
  const { store, log, now } = context;
  await seedWeb(store, web);
  const stage = startStage('crawl', process.stdout, now);
  let done = 0;
  const report = await crawl({
    store,
    tools: createVisitTools(context),
    log,
    run: { id: randomUUID(), kind: 'on-demand' },
    worker: `start on ${hostname()}`,
    domains: web.domains,
    signal,
    onVisit: () => stage.update(++done, web.domains.length),
  });
  const { valid, invalid, unreachable, pending } = report.statuses;
  stage.end(
    `${report.visited} sites: ${valid} valid, ${invalid} invalid, ${unreachable} unreachable, ${pending} pending`,
  );
  if (report.ended === 'nothing-due' && report.errors === 0) await web.markCrawled();
}

async function build(context: Context, signal: AbortSignal): Promise<void> {
  const { env, store, now, log } = context;
  let stage = startStage('build', process.stdout, now);
  let indexing = false;
  const outDir = join(env.DATA_DIR, 'site');
  const onProgress = (kind: BuildStage, done: number, total: number) => {
    if (kind === 'index' && !indexing) {
      indexing = true;
      stage.end('pages written');
      stage = startStage('index', process.stdout, now);
    }
    if (kind === 'index' || !indexing) stage.update(done, total);
  };
  const { BASE_URL: baseUrl, SERVICE_NAME: serviceName, MAX_INDEXED_SITES: maxIndexedSites } = env;
  const site = { baseUrl, serviceName, outDir, maxIndexedSites, profile: env.PUBLISH_PROFILE };
  const report = await withBuildLock(outDir, () => buildSite({ store, ...site, now, signal, onProgress }));
  const { rendered, files, indexed, failed } = report;
  if (indexing) stage.end(`${indexed ?? 0} sites indexed`);
  else stage.end(`${rendered} domains rendered, ${files.written} files written, ${files.unchanged} unchanged`);
  for (const { domain, reason } of failed) log.error('page.failed', { domain, reason });
}
