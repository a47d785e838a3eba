import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CATALOG } from '../../../src/operations/catalog.ts';
import type { Store } from '../../../src/store/store.ts';
import { type Answer, uncachedAnswer } from './answer.ts';
import type { Step } from './app-env.ts';

/** Metrics of the process in Prometheus' text format 0.0.4. */
export type Metrics = ReturnType<typeof createMetrics>;

type MetricsStore = Pick<Store, 'stats' | 'countDue' | 'countCrawlMinutes'>;

/**
 * Upper limits of buckets, in s. A cached answer takes under 1 ms, a lookup a few ms, a check seconds, a draft up to
 * 30 s.
 */
const BUCKETS_S = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30];

export async function answerMetrics(metrics: Metrics): Promise<Answer> {
  const contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  return uncachedAnswer({ status: 200, contentType, body: await metrics.render() });
}

/** Counts the answers of the process. */
export function countAnswers(metrics: Metrics, now: () => number): Step {
  return async (c, next) => {
    const startedAt = now();
    await next();
    metrics.count(c.req.path, c.res.status, now() - startedAt);
  };
}

/** Counts by kind of request and status, so the number of series stays small. */
export function createMetrics(store: MetricsStore, now: () => number) {
  const registry = new Registry();
  const registers = [registry];
  const answers = new Counter({
    name: 'directory_http_answers_total',
    help: 'Responses by kind of request and status.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'directory_http_answer_seconds',
    help: 'Time until a response was ready, by kind of request.',
    labelNames: ['kind'],
    buckets: BUCKETS_S,
    registers,
  });
  gauge(registry, 'directory_process_start_time_seconds', 'Start time of the process.').set(now() / 1000);
  const memory = gauge(registry, 'directory_process_resident_memory_bytes', 'Memory of the process.');

  return {
    /** Counts an answer. `durationMs` is the time until it was ready to be sent. */
    count(path: string, status: number, durationMs: number) {
      const kind = findKind(path);
      answers.inc({ kind, status });
      durations.observe({ kind }, durationMs / 1000);
    },
    /** Renders all metrics, with current ones of the store. */
    async render() {
      memory.set(process.memoryUsage.rss());
      const ofStore = await readStore(store);
      return await Registry.merge([registry, ofStore]).metrics();
    },
  };
}

/** Renders the metrics of the store, or only its outage. */
async function readStore(store: MetricsStore): Promise<Registry> {
  const registry = new Registry();
  const up = gauge(registry, 'directory_store_up', '1 if the store responds, 0 if not.');
  try {
    const [stats, due, crawls] = await Promise.all([store.stats(), store.countDue(), store.countCrawlMinutes()]);
    const { domains_tracked, valid_llms_txt, listed, verified, pending } = stats;
    const domains = gauge(registry, 'directory_domains', 'Domains of the directory.', ['of']);
    const counts = { tracked: domains_tracked, valid: valid_llms_txt, listed, verified, pending };
    for (const [of, count] of Object.entries(counts)) domains.set({ of }, count);
    gauge(registry, 'directory_domains_due', 'Domains with a due visit.').set(due);
    // Leave out visits on demand, because anyone can request them while no schedule runs.
    gauge(
      registry,
      'directory_last_crawl_timestamp_seconds',
      'Time of the last scheduled crawl that visited a domain.',
    ).set(crawls.last_seen_at === null ? 0 : Date.parse(crawls.last_seen_at) / 1000);
    up.set(1);
  } catch {
    up.set(0);
  }
  return registry;
}

function gauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
) {
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
}

/** Returns the kind of a request, without names from the caller. */
function findKind(path: string): string {
  if (path.startsWith('/v1/')) return API_KINDS.has(findApiKind(path)) ? findApiKind(path) : 'other';
  if (path.startsWith('/badge/')) return 'badge';
  if (path.startsWith('/mcp')) return 'mcp';
  if (path === '/healthz' || path === '/readyz' || path === '/metrics') return 'health';
  return 'page';
}

/** Returns the resource, and the action on a site. */
function findApiKind(path: string): string {
  const [, , resource = '', , act = 'site'] = path.split('/');
  return resource === 'sites' ? act : resource;
}

const API_KINDS: ReadonlySet<string> = new Set(
  CATALOG.map(({ http }) => http.path)
    .filter((path) => path.startsWith('/v1/'))
    .map(findApiKind),
);
