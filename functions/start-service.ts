import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { DeliverTools } from '../src/alerts/deliver.ts';
import { startDeliveryLoop } from '../src/alerts/deliver.ts';
import { openConfiguredMailer } from '../src/alerts/open-configured-mailer.ts';
import { resealWebhookSecrets } from '../src/alerts/reseal-webhook-secrets.ts';
import { sendChallenge } from '../src/alerts/send-challenge.ts';
import { sendTest } from '../src/alerts/send-test.ts';
import { observeForCheck } from '../src/crawl/observe-for-check.ts';
import { OnDemandCrawl } from '../src/crawl/on-demand-crawl.ts';
import { createVisitTools, toNetworkTools, type VisitTools } from '../src/crawl/visit/visit-tools.ts';
import { toMessage } from '../src/directory/to-message.ts';
import { writeDraft } from '../src/drafting/write-draft.ts';
import { LIMITS } from '../src/fetch/limits.ts';
import { toNetworkPacing } from '../src/fetch/pacing.ts';
import { LOOK_SLOTS } from '../src/operations/quotas.ts';
import type { PackageReads } from '../src/operations/resolve/resolve-package.ts';
import type { Challenge } from '../src/operations/watches/watch-domain.ts';
import { lookForProofs } from '../src/ownership/find-proof.ts';
import { type ServerSecrets, secretId } from '../src/ownership/server-secrets.ts';
import { buildSetup, toService } from '../src/runtime/build-setup.ts';
import type { Context } from '../src/runtime/context.ts';
import { readSigningKeys } from '../src/runtime/crawl-signing.ts';
import { FairSlots } from '../src/runtime/fair-slots.ts';
import { recordServedUrl } from '../src/runtime/served-url.ts';
import { buildInBackground } from '../src/site/build/background-build.ts';
import { openBuiltFiles } from '../src/site/build/built-files.ts';
import { deferredRenderer } from '../src/site/build/deferred-renderer.ts';
import { readBuiltCursor } from '../src/site/build/ledger.ts';
import { openRenderer, type Renderer } from '../src/site/build/renderer.ts';
import { type App, createApp } from './http/app.ts';
import { FreshFiles } from './http/pages/fresh-files.ts';
import { createLimiter } from './http/pipeline/limiter.ts';
import { createLookupCounter } from './http/pipeline/lookup-counter.ts';
import { createMetrics } from './http/pipeline/metrics.ts';
import { type RunningServer, startServer } from './http/server.ts';
import { toEnvError } from './require-port.ts';
import type { ServiceSettings } from './service-settings.ts';
import { openTextThreads, type TextDeadlines, type TextThreads } from './texts/text-threads.ts';
import { createPackageReads, toSampleRegistry } from './visits/package-reads.ts';
import { createProofLooks } from './visits/proof-looks.ts';
import { createRecrawl } from './visits/recrawl.ts';
import { createSiteVisits, type SiteVisitors, type SiteVisits } from './visits/site-visits.ts';

/** Longest wait for earlier requests to the same server, because an owner waits for the proof requests. */
const PROOF_WAIT_MS = 10_000;

export interface ServiceOptions {
  /** True if names reserved for tests resolve to a sandbox. */
  readonly reservedNames: boolean;
  /** Port that replaces the port of the settings. */
  readonly port?: number;
  /** Renders every page for each request instead of serving a built site. */
  readonly openRenderer?: () => Promise<Renderer>;
  /** Deadlines of work on large texts, for tests. */
  readonly textDeadlines?: TextDeadlines;
}

/** Starts the whole service on a port: pages, API, badges, and the crawl of newly registered domains. */
export async function startService(context: Context, settings: ServiceSettings, options: ServiceOptions) {
  const { env, store, net, crawlPolicy, log, now, random } = context;
  const { BASE_URL: baseUrl, SERVICE_NAME: serviceName } = env;
  const { serverSecrets } = settings;
  const [serverSecret] = serverSecrets;
  const lookups = createLookupCounter((counts) => store.countLookups(counts), log);
  const texts = openTextThreads(options.textDeadlines);
  const visitTools = createVisitTools(context, texts.ofVisits);
  const crawl = new OnDemandCrawl({ store, tools: visitTools, log, newRunId: randomUUID });
  const files = options.openRenderer ? NO_FILES : serveBuiltSite(context, () => app.forget());
  const mailer = openConfiguredMailer(env, serverSecrets, now);
  const senders = { store, net, pacing: crawlPolicy.pacing, mailer, serverSecrets, log, now, random };
  const changed = (domain: string) => {
    files.changed(domain);
    app.forget();
  };
  const fingerprint = createFingerprint(serverSecret);
  const app = createApp({
    store,
    baseUrl,
    serviceName,
    securityContact: env.SECURITY_CONTACT ?? null,
    signingKeys: readSigningKeys(env),
    ...settings,
    now,
    log,
    reservedNames: options.reservedNames,
    texts,
    limiter: createLimiter(now, { takeQuotas: store.takeQuotas, secret: serverSecret }),
    registrationsPerDay: env.REGISTRATIONS_PER_DAY,
    lookups,
    files,
    renderer: createLazyRenderer(options.openRenderer ?? (() => openSiteRenderer(context, texts))),
    visits: openSiteVisits(context, visitTools),
    queued: (domain, network) => void crawl.visitSoon(domain, network).then(() => changed(domain)),
    changed: (domain) => files.changed(domain),
    fingerprint,
    readPackages: openPackageReads(context, texts, options.reservedNames, fingerprint),
    lookForProofs: openProofLooks(context),
    ...alertServices(senders),
    recrawl: createRecrawl((domain) => crawl.recrawl(domain), changed),
    metrics: env.METRICS ? createMetrics(store, now) : undefined,
  });
  const server = await listen(app, context, options.port ?? env.PORT);
  // Start background work after the port is open, so that it does not delay the first response.
  texts.start();
  const alerts = startDeliveryLoop(senders);
  const tasks = Promise.all([replaceSecret(context, serverSecrets), recordAddress(context)]);
  /** Finishes running requests, then stores the counts. Leaves the context open. */
  const stop = async () => {
    await Promise.all([server.stop(), crawl.close(), alerts.stop(), files.stop(), tasks]);
    mailer?.close();
    await texts.close();
    await lookups.stop();
  };
  return { port: server.port, stop };
}

function alertServices(senders: DeliverTools & Pick<Context, 'store' | 'net'>) {
  return {
    sendsMail: senders.mailer !== null,
    challenge: (watch: Challenge) => sendChallenge(watch, senders),
    vetWebhook: (url: string) => senders.net.refusalReason(url, LIMITS.webhook),
    sendTest: (domain: string) => sendTest(domain, senders),
  };
}

function createFingerprint(secret: string): (text: string) => string {
  return (text) => createHmac('sha256', secret).update(`fingerprint|${text}`).digest('base64url');
}

function listen(app: App, { env, log }: Context, port: number): Promise<RunningServer> {
  return startServer({ app, host: env.HOST, port, log }).catch((error: unknown) => {
    throw toEnvError(error, env.HOST, port);
  });
}

function openSiteVisits({ net, crawlPolicy, now }: Context, visitTools: VisitTools): SiteVisits {
  const { pacing, robotsToken } = crawlPolicy;
  const visitors: SiteVisitors = {
    observe: (domain, { network, report, answeredBy }) =>
      observeForCheck(domain, toNetworkTools(visitTools, network), report, answeredBy),
    draft: (domain, { network, report, answeredBy }) =>
      writeDraft(domain, {
        openSession: net.openSession,
        pacing: toNetworkPacing(pacing, network),
        robotsToken,
        now,
        onProgress: report,
        onHomepage: answeredBy,
      }),
  };
  return createSiteVisits(visitors, now);
}

function openPackageReads(
  { store, net, crawlPolicy, now }: Context,
  { readDocument }: Pick<TextThreads, 'readDocument'>,
  reservedNames: boolean,
  fingerprint: (text: string) => string,
): PackageReads {
  return createPackageReads({
    store,
    net,
    pacing: crawlPolicy.pacing,
    readDocument,
    toReadUrl: reservedNames ? toSampleRegistry : (url) => url,
    fingerprint,
    now,
    sleep: (ms) => setTimeout(ms),
  });
}

function openProofLooks({ env, store, net, crawlPolicy, now }: Context) {
  const service = { name: env.SERVICE_NAME, baseUrl: env.BASE_URL };
  return createProofLooks({
    store,
    look: (site, network) => {
      const tools = { net, pacing: toNetworkPacing(crawlPolicy.pacing, network), maxWaitMs: PROOF_WAIT_MS };
      return lookForProofs(site, service, tools);
    },
    slots: new FairSlots(LOOK_SLOTS, now),
    sleep: (ms) => setTimeout(ms),
  });
}

async function recordAddress({ store, env, log }: Context): Promise<void> {
  try {
    await recordServedUrl(store, env);
  } catch (error) {
    log.warn('address.unrecorded', { reason: toMessage(error) });
  }
}

/**
 * Encrypts webhook secrets again with the current secret. Logs the number of owner keys under the previous secret,
 * because only the use of a key can convert it.
 */
async function replaceSecret({ store, log }: Pick<Context, 'store' | 'log'>, secrets: ServerSecrets): Promise<void> {
  if (secrets.length === 1) return;
  try {
    const webhooks = await resealWebhookSecrets(store, secrets);
    log.info('secret.replacing', { webhooks, keysLeft: await store.countOutdatedKeys(secretId(secrets[0])) });
  } catch (error) {
    log.warn('secret.delayed', { reason: toMessage(error) });
  }
}

type ServedFiles = Pick<FreshFiles, 'find' | 'changed' | 'stop'>;

const NO_FILES: ServedFiles = { find: async () => null, changed: () => {}, stop: async () => {} };

/** Serves the built site, which follows the store. Calls `onChange` after each change of the store. */
function serveBuiltSite({ env, store, log, now }: Context, onChange: () => void): ServedFiles {
  const setup = buildSetup(env);
  return new FreshFiles({
    store,
    files: openBuiltFiles(setup.outDir),
    readCursor: () => readBuiltCursor(setup.outDir),
    // With a hosted database, another host serves the pages, unless this server has a build.
    startsSite: env.SUPABASE_URL === undefined,
    build: async (signal) => {
      const { failed, failedFiles } = await buildInBackground(store, setup, signal);
      for (const { domain, reason } of failed) log.error('page.failed', { domain, reason });
      for (const { path, reason } of failedFiles) log.error('file.failed', { path, reason });
      return failed.map(({ domain }) => domain);
    },
    onChange,
    log,
    now,
  });
}

function openSiteRenderer({ env, store, now }: Context, { readFile }: Pick<TextThreads, 'readFile'>) {
  return openRenderer(env.DATA_DIR, { store, readFile, service: toService(env), now });
}

/** Returns a renderer that loads the compiled site with the first page, so that loading does not delay the API. */
function createLazyRenderer(open: () => Promise<Renderer>): Renderer {
  let opened: Promise<Renderer> | null = null;
  const get = () => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return deferredRenderer(get);
}
