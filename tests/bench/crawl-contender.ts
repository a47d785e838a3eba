import dns from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { openCountryOfAddress } from '../../functions/crawl/address-country.ts';
import { crawl } from '../../functions/crawl/crawl.ts';
import { silentLog } from '../../functions/log.ts';
import { createNet } from '../../functions/net/net.ts';
import { createPacing } from '../../functions/net/pacing.ts';
import { openStore } from '../../src/store/open-store.ts';
import { simulateWeb } from '../simulation/simulated-web.ts';
import type { SitePlan } from '../simulation/site-plan.ts';

/** One contender in a process of its own: visits the simulated web and says how long it took, and how much memory. */
const jobSchema = z.object({
  contender: z.enum(['ours', 'bare', 'crawlee']),
  door: z.object({ origin: z.string(), ca: z.string(), dns: z.string() }),
  web: z.object({
    seed: z.int(),
    count: z.int(),
    startedAt: z.int(),
    only: z.enum(['valid']).optional(),
    muteEvery: z.int().optional(),
  }),
  connections: z.int(),
  crawleeFolder: z.string(),
  /** Of the database, which another process holds. */
  dataDir: z.string(),
});
type Job = z.infer<typeof jobSchema>;

const job = jobSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const { only, muteEvery, ...options } = job.web;
const web = simulateWeb({ ...options, ...(only && { only }), ...(muteEvery !== undefined && { muteEvery }) });
const seconds = await { ours, bare, crawlee }[job.contender](job);
const { user, system } = process.cpuUsage();
process.send?.({ seconds, peakMib: process.resourceUsage().maxRSS / 1024, cpuS: (user + system) / 1_000_000 });
process.disconnect?.();

async function ours({ door, connections, dataDir }: Job): Promise<number> {
  const store = await openStore({ dataDir, access: 'share' });
  const net = createNet({
    servers: [],
    userAgent: 'bench/1 (+https://crawler.example)',
    sandbox: { ...door, isMapped: (name) => web.knows(name) },
    now: Date.now,
  });
  try {
    const startedAt = performance.now();
    const report = await crawl({
      store,
      net,
      log: silentLog,
      now: Date.now,
      random: Math.random,
      pacing: createPacing({ gapMs: 0, maxOpen: connections, now: Date.now }),
      token: 'llms-txt-directory',
      mayAsk: (name) => web.knows(name),
      countryOfAddress: openCountryOfAddress(),
      run: { id: 'bench', kind: 'scheduled' },
      worker: 'bench',
    });
    const took = (performance.now() - startedAt) / 1_000;
    const expected = muteEvery === undefined ? job.web.count : job.web.count - Math.ceil(job.web.count / muteEvery);
    if (report.visited !== job.web.count || (only && report.statuses.valid < expected * 0.95)) {
      throw new Error(`the visits went wrong: ${JSON.stringify(report)}`);
    }
    return took;
  } finally {
    await net.close();
    await store.close();
  }
}

/** The downloads of a visit to a valid site, one after the other as robots.txt and the file demand; `www.` answers by a redirect. */
function urlsOf(plan: SitePlan): string[] {
  const own = `https://${plan.domain}`;
  const twice = plan.www === 'redirect';
  return [
    `${own}/robots.txt`,
    `${own}/llms.txt`,
    `${own}/`,
    `${own}/llms-full.txt`,
    ...(twice ? [`https://www.${plan.domain}/robots.txt`, `${own}/robots.txt`] : []),
    ...(twice ? [`https://www.${plan.domain}/llms.txt`, `${own}/llms.txt`] : []),
    ...plan.sections.flat().map(({ path }) => `${own}${path}`),
  ];
}

/** Nothing but the downloads: no DNS, no limits, no parsing, no store. */
async function bare({ door, connections, web: { count } }: Job): Promise<number> {
  const [host, port] = door.origin.split(':');
  const agent = new Agent({
    keepAlive: false,
    maxCachedSessions: 10_000,
    secureContext: createSecureContext({ ca: door.ca }),
  });
  const download = (url: URL) =>
    new Promise<void>((resolve, reject) => {
      const headers = { host: url.hostname, 'accept-encoding': 'gzip, br, deflate' };
      const asked = { host, port: Number(port), servername: url.hostname, headers, path: url.pathname, agent };
      get(asked, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          Buffer.concat(chunks);
          resolve();
        });
      }).on('error', reject);
    });
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) for (const url of urlsOf(web.planOf(next++))) await download(new URL(url));
    }),
  );
  return (performance.now() - startedAt) / 1_000;
}

/** As much of crawlee as is used, which is no dependency: it is looked for in a folder of its own. */
interface Crawlee {
  readonly HttpCrawler: new (
    options: object,
    configuration: object,
  ) => { run(requests: readonly { url: string; uniqueKey: string }[]): Promise<{ requestsFinished: number }> };
  readonly Configuration: new (options: object) => object;
  readonly log: { setLevel(level: number): void };
}

/** In this process all names lead to this machine: crawlee is spared DNS, too. */
function everyNameIsHere(): void {
  const here = { address: '127.0.0.1', family: 4 };
  const lookup = (_name: string, given: unknown, done: unknown) => {
    const answer = typeof given === 'function' ? given : done;
    if (typeof answer !== 'function') return;
    const all = typeof given === 'object' && given !== null && 'all' in given && given.all === true;
    process.nextTick(() => (all ? answer(null, [here]) : answer(null, here.address, here.family)));
  };
  Object.assign(dns, { lookup });
}

async function crawlee({ door, connections, crawleeFolder, web: { count } }: Job): Promise<number> {
  const require = createRequire(join(crawleeFolder, 'package.json'));
  const { HttpCrawler, Configuration, log }: Crawlee = await import(require.resolve('@crawlee/http'));
  log.setLevel(0);
  const port = door.origin.split(':')[1];
  everyNameIsHere();
  const folder = await mkdtemp(join(tmpdir(), 'crawlee-bench-'));
  const urls = Array.from({ length: count }, (_, i) => urlsOf(web.planOf(i))).flat();
  const crawler = new HttpCrawler(
    {
      minConcurrency: connections,
      maxConcurrency: connections,
      maxRequestRetries: 0,
      useSessionPool: false,
      ignoreSslErrors: true,
      additionalMimeTypes: ['text/plain', 'text/markdown', 'application/octet-stream'],
      ignoreHttpErrorStatusCodes: [404],
      preNavigationHooks: [
        (_: unknown, gotOptions: Record<string, unknown>) => {
          gotOptions['followRedirect'] = false;
        },
      ],
      requestHandler: async () => {},
      failedRequestHandler: async () => {},
    },
    new Configuration({ persistStorage: false, storageClientOptions: { localDataDirectory: folder } }),
  );
  const startedAt = performance.now();
  const requests = urls.map((text, i) => {
    const url = new URL(text);
    return { url: `https://${url.hostname}:${port}${url.pathname}`, uniqueKey: String(i) };
  });
  const { requestsFinished } = await crawler.run(requests);
  const took = (performance.now() - startedAt) / 1_000;
  await rm(folder, { recursive: true, force: true });
  if (requestsFinished < 0.98 * urls.length) throw new Error(`crawlee finished ${requestsFinished} of ${urls.length}`);
  return took;
}
