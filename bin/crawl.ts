import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import * as core from '@actions/core';
import { crawl, dryRunNew } from '../src/crawl/crawl.ts';
import { breakerSentence, followInActions, reportLine } from '../src/crawl/report.ts';
import type { CrawlReport } from '../src/crawl/steps/settle.ts';
import { createVisitTools } from '../src/crawl/visit/visit-tools.ts';
import type { VisitSummary } from '../src/crawl/visit-summary.ts';
import { parseDomainName } from '../src/directory/domain-name.ts';
import { createContext } from '../src/runtime/context.ts';
import { type Env, isLoopback, parseEnv } from '../src/runtime/env.ts';
import { createLog, type Log } from '../src/runtime/log.ts';
import { startStage } from '../src/runtime/progress.ts';
import { openWeb, seedWeb, type Web } from '../src/sandbox/local-web.ts';
import { type Sandbox, startSandbox } from '../src/sandbox/start-sandbox.ts';
import { CRAWL_USAGE, type CrawlArguments, parseCrawlArguments } from './crawl-arguments.ts';
import { EXIT, runProgram, UsageError } from './run-program.ts';

/** The run's failures look like ours: nothing of it was applied. */
const EXIT_BREAKER = 3;

/** The recorded or invented web that the arguments name; null where the settings, or the internet, are meant. */
async function webFor({ web }: CrawlArguments, env: Env): Promise<Web | null> {
  if (web.kind === 'live' || (web.kind === 'sandbox' && env.SANDBOX_ORIGIN)) return null;
  if (!isLoopback(env.BASE_URL)) throw new UsageError('a replay or the sample web needs a BASE_URL on this machine');
  return openWeb(web.kind === 'replay' ? web.folder : undefined, env.DATA_DIR);
}

function canonical(typed: readonly string[], reserved: boolean): string[] {
  return typed.map((text) => {
    const parsed = parseDomainName(text, { form: 'name-or-url', reserved });
    if (!parsed.ok) throw new UsageError(`${text}: ${parsed.detail}`);
    return parsed.domain;
  });
}

/** On a terminal the bar says what goes on, and only trouble gets a line of its own. */
function logFor(isTerminal: boolean): Log {
  const log = createLog(Date.now);
  return isTerminal ? { ...log, info: () => {} } : log;
}

async function run(wanted: CrawlArguments, env: Env, web: Web | null, sandbox: Sandbox | null): Promise<number> {
  const isTerminal = process.stdout.isTTY === true;
  const onLive = wanted.web.kind === 'live' ? { sandbox: null } : sandbox ? { sandbox } : {};
  const context = await createContext(env, { access: 'share', log: logFor(isTerminal), ...onLive });
  const tools = createVisitTools(context);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(signal)));
  try {
    const typed = canonical(wanted.domains, wanted.web.kind !== 'live');
    const domains = typed.length > 0 ? typed : (web?.domains ?? null);
    if (wanted.dryRun && domains) {
      const onVisit = (visit: VisitSummary) => void process.stdout.write(`${JSON.stringify(visit)}\n`);
      await dryRunNew(domains, { tools, onVisit, signal: stop.signal });
      return EXIT.done;
    }
    if (web && !web.isKnown) await seedWeb(context.store, web, domains ?? web.domains);
    else if (domains) await context.store.track(domains);
    const total = Math.min(
      domains?.length ?? (await context.store.countDue()),
      wanted.limit ?? Number.MAX_SAFE_INTEGER,
    );
    const title = wanted.shard ? `Crawl, shard ${wanted.shard}` : 'Crawl';
    const actions = process.env['GITHUB_ACTIONS'] === 'true' ? followInActions(core, title) : null;
    const stage = actions ? null : startStage('crawl', process.stdout, context.now);
    let done = 0;
    const report = await crawl({
      store: context.store,
      tools,
      log: context.log,
      run: { id: `crawl-${randomUUID()}`, kind: domains ? 'on-demand' : 'scheduled' },
      worker: `${hostname()} ${process.pid} ${wanted.shard ?? ''}`.trim(),
      dryRun: wanted.dryRun,
      signal: stop.signal,
      domains: domains ?? undefined,
      limit: wanted.limit ?? undefined,
      deadlineMs: wanted.deadlineMs ?? undefined,
      concurrency: wanted.concurrency ?? undefined,
      onVisit: (visit) => {
        actions?.onVisit(visit);
        stage?.update(++done, Math.max(total, done));
        if (wanted.dryRun) process.stdout.write(`${JSON.stringify(visit)}\n`);
      },
    });
    stage?.end(reportLine(report));
    await actions?.end(report);
    return exitCodeOf(report);
  } finally {
    await context.close();
  }
}

function exitCodeOf(report: CrawlReport): number {
  if (report.broken) {
    process.stderr.write(`${breakerSentence(report)}\n`);
    return EXIT_BREAKER;
  }
  return report.errors > 0 ? EXIT.failed : EXIT.done;
}

async function main(): Promise<number> {
  const parsed = parseCrawlArguments(process.argv.slice(2));
  if (!parsed.ok) throw new UsageError(parsed.detail);
  const env = parseEnv(process.env);
  const web = await webFor(parsed.value, env);
  const sandbox = web && (await startSandbox({ sites: web.source, dataDir: env.DATA_DIR, now: Date.now }));
  try {
    return await run(parsed.value, env, web, sandbox);
  } finally {
    await sandbox?.close();
  }
}

await runProgram('crawl', main, CRAWL_USAGE);
