import type { Store } from '../../src/store/store.ts';

/** What the process counts about itself, in Prometheus' text format 0.0.4. */
export interface Metrics {
  /** One answer that has been given. `durationMs`: until it was ready to be sent. */
  count(path: string, status: number, durationMs: number): void;
  /** All figures, with those of the store as they are now. */
  render(): Promise<string>;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Upper bounds in seconds: a kept answer takes under a millisecond, a lookup a few, a check seconds, a draft up to thirty. */
const BUCKETS_S = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30] as const;

interface Series {
  count: number;
  sumS: number;
  readonly buckets: number[];
}

/** Counts in memory, by kind of request and class of status: few series, whatever is asked. */
export function createMetrics(store: Pick<Store, 'stats' | 'countDue'>, now: () => number): Metrics {
  const answers = new Map<string, number>();
  const durations = new Map<string, Series>();
  const startedAt = now();

  return {
    count(path, status, durationMs) {
      const kind = kindOf(path);
      const key = `kind="${kind}",status="${status}"`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      const series = durations.get(kind) ?? { count: 0, sumS: 0, buckets: BUCKETS_S.map(() => 0) };
      const seconds = durationMs / 1000;
      series.count += 1;
      series.sumS += seconds;
      BUCKETS_S.forEach((bound, i) => {
        if (seconds <= bound) series.buckets[i] = (series.buckets[i] ?? 0) + 1;
      });
      durations.set(kind, series);
    },
    async render() {
      const lines = [
        ...metric('directory_http_answers_total', 'counter', 'Answers by kind of request and status.', [...answers]),
        ...histogram(durations),
        ...metric('directory_process_start_time_seconds', 'gauge', 'When the process began to serve.', [
          ['', startedAt / 1000],
        ]),
        ...metric('directory_process_resident_memory_bytes', 'gauge', 'Memory of the process.', [
          ['', process.memoryUsage.rss()],
        ]),
        ...(await storeMetrics()),
      ];
      return `${lines.join('\n')}\n`;
    },
  };

  async function storeMetrics(): Promise<string[]> {
    const up = (value: 0 | 1) => metric('directory_store_up', 'gauge', 'Whether the store answers.', [['', value]]);
    try {
      const [stats, due] = await Promise.all([store.stats(), store.countDue()]);
      const { last_checked, domains_tracked, valid_llms_txt, listed, verified, pending } = stats;
      const counts = Object.entries({ tracked: domains_tracked, valid: valid_llms_txt, listed, verified, pending });
      return [
        ...up(1),
        ...metric(
          'directory_domains',
          'gauge',
          'Domains of the directory.',
          counts.map(([of, n]) => [`of="${of}"`, n]),
        ),
        ...metric('directory_domains_due', 'gauge', 'Domains whose visit is due.', [['', due]]),
        ...metric('directory_last_visit_timestamp_seconds', 'gauge', 'When a domain was visited last.', [
          ['', last_checked === null ? 0 : Date.parse(last_checked) / 1000],
        ]),
      ];
    } catch {
      return up(0);
    }
  }
}

function metric(
  name: string,
  type: string,
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
  ];
}

function histogram(durations: ReadonlyMap<string, Series>): string[] {
  const name = 'directory_http_answer_seconds';
  const lines = [`# HELP ${name} Time until an answer was ready, by kind of request.`, `# TYPE ${name} histogram`];
  for (const [kind, { count, sumS, buckets }] of durations) {
    lines.push(...BUCKETS_S.map((bound, i) => `${name}_bucket{kind="${kind}",le="${bound}"} ${buckets[i] ?? 0}`));
    lines.push(
      `${name}_bucket{kind="${kind}",le="+Inf"} ${count}`,
      `${name}_sum{kind="${kind}"} ${sumS}`,
      `${name}_count{kind="${kind}"} ${count}`,
    );
  }
  return lines;
}

/** The kind of a request: never a name or anything else that a caller can make up. */
function kindOf(path: string): string {
  if (path.startsWith('/v1/')) {
    const [, , resource = '', , act = ''] = path.split('/');
    if (resource === 'sites') return SITE_ACTS.has(act) ? act : act === '' ? 'site' : 'other';
    return API_KINDS.has(resource) ? resource : 'other';
  }
  if (path.startsWith('/badge/')) return 'badge';
  if (path.startsWith('/mcp')) return 'mcp';
  if (path === '/healthz' || path === '/readyz' || path === '/metrics') return 'health';
  return 'page';
}

const API_KINDS: ReadonlySet<string> = new Set(['stats', 'domains', 'search', 'domain', 'check', 'generate', 'map']);
const SITE_ACTS: ReadonlySet<string> = new Set(['verification', 'verify', 'stats', 'recrawl', 'notify']);
