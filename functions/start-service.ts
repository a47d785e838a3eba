import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startDeliveryLoop } from '../src/alerts/delivery-loop.ts';
import { openMailerOf } from '../src/alerts/open-mailer.ts';
import { sendTest } from '../src/alerts/send-test.ts';
import { observeForCheck } from '../src/crawl/observe-for-check.ts';
import { openOnDemandCrawl } from '../src/crawl/on-demand-crawl.ts';
import { createVisitTools } from '../src/crawl/visit/visit-tools.ts';
import { writeDraft } from '../src/drafting/write-draft.ts';
import { LIMITS } from '../src/fetch/limits.ts';
import { prove } from '../src/ownership/methods/prove.ts';
import type { Context } from '../src/runtime/context.ts';
import { buildInBackground } from '../src/site/build/background-build.ts';
import { readBuiltCursor } from '../src/site/build/built-cursor.ts';
import { openBuiltFiles } from '../src/site/build/built-files.ts';
import { openRenderer, type Renderer } from '../src/site/build/renderer.ts';
import { createFront, type Front } from './http/app.ts';
import { openFreshFiles } from './http/fresh-files.ts';
import { createLimiter } from './http/limiter.ts';
import { createLookupCounter } from './http/lookup-counter.ts';
import { createMetrics } from './http/metrics.ts';
import { startServer } from './http/server.ts';
import { createRecrawl } from './visits/recrawl.ts';
import { createVisits } from './visits/site-visits.ts';

export interface ServiceOptions {
  /** True where the names reserved for tests lead to a sandbox. */
  readonly reservedNames: boolean;
}

export interface Service {
  readonly port: number;
  /** Ends what is in flight, then what has been counted; the context stays open. */
  stop(): Promise<void>;
}

/** The whole service on a port: pages, API, badges, and the crawl of what is registered meanwhile. */
export async function startService(context: Context, { reservedNames }: ServiceOptions): Promise<Service> {
  const { env, store, net, log, now, random, serverSecret } = context;
  const tools = createVisitTools(context);
  const renderer = openWhenAsked(() =>
    openRenderer({ store, baseUrl: env.BASE_URL, serviceName: env.SERVICE_NAME, now }),
  );
  const lookups = createLookupCounter((counts) => store.countLookups(counts), log);
  const crawl = openOnDemandCrawl({ store, tools, log, newRunId: randomUUID });
  const outDir = join(env.DATA_DIR, 'site');
  const site = { baseUrl: env.BASE_URL, serviceName: env.SERVICE_NAME, outDir };
  const files = openFreshFiles({
    store,
    files: openBuiltFiles(outDir),
    readCursor: () => readBuiltCursor(outDir),
    // With a hosted database the pages are published elsewhere, unless a build was put beside this server.
    startsSite: env.SUPABASE_URL === undefined,
    build: async (signal) => {
      const { failed } = await buildInBackground(store, site, signal);
      for (const { domain, reason } of failed) log.error('page.failed', { domain, reason });
      return failed.map(({ domain }) => domain);
    },
    onChange: () => front.changed(),
    log,
    now,
  });
  const mailer = openMailerOf(context);
  const senders = { store, net, mailer, log, now, random };
  const changed = (domain: string) => {
    files.changed(domain);
    front.changed();
  };
  const front: Front = createFront({
    store,
    baseUrl: env.BASE_URL,
    serviceName: env.SERVICE_NAME,
    serverSecret,
    now,
    reservedNames,
    queued: (domain) => {
      crawl.visitSoon(domain);
      void crawl.whenIdle().then(() => changed(domain));
    },
    changed: files.changed,
    fingerprint: (text) => createHmac('sha256', serverSecret).update(`fingerprint|${text}`).digest('base64url'),
    prove: (domain, token) => prove(domain, token, { net, baseUrl: env.BASE_URL }),
    vetWebhook: (url) => net.refusalOf(url, LIMITS.webhook),
    recrawl: createRecrawl(crawl.recrawl, changed),
    sendTest: async (domain) => await sendTest(domain, senders),
    log,
    limiter: createLimiter(now, { takeQuotas: store.takeQuotas, secret: serverSecret }),
    lookups,
    ...(env.METRICS && { metrics: createMetrics(store, now) }),
    visits: createVisits(
      {
        observe: (domain, onProgress) => observeForCheck(domain, tools, onProgress),
        draft: (domain, onProgress) =>
          writeDraft(domain, net, { onProgress, now, token: context.crawlPolicy.robotsToken }),
      },
      now,
    ),
    files,
    renderer: {
      render: async (path) => await (await renderer.get()).render(path),
      show: async (path, page) => await (await renderer.get()).show(path, page),
      notFound: async (domain) => await (await renderer.get()).notFound(domain),
    },
  });
  const server = await startServer({ front, host: env.HOST, port: env.PORT, trustedProxy: env.TRUSTED_PROXY, log });
  const alerts = startDeliveryLoop(senders);
  return {
    port: server.port,
    async stop() {
      await Promise.all([server.stop(), crawl.close(), alerts.stop(), files.stop()]);
      mailer?.close();
      await lookups.stop();
      await renderer.close();
    },
  };
}

/** The compiled site is loaded with the first page that is not built ahead: the API need not wait for it. */
function openWhenAsked(open: () => Promise<Renderer>) {
  let opened: Promise<Renderer> | null = null;
  return {
    get(): Promise<Renderer> {
      opened ??= open().catch((error: unknown) => {
        opened = null;
        throw error;
      });
      return opened;
    },
    close: async () => await (await opened)?.close(),
  };
}
