import dns from 'node:dns';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { lint } from '#llmstxt';
import { type CrawlOptions, crawl } from '../../src/crawl/crawl.ts';
import { decodePage } from '../../src/extract/decode-page.ts';
import { readPage } from '../../src/extract/read-page.ts';
import { openCountryOfAddress } from '../../src/fetch/address-country.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import type { Net } from '../../src/fetch/net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { createRequestSigner, type RequestSigner } from '../../src/fetch/signatures/request-signer.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { aSigningKey } from '../fetch/signatures/a-signing-key.ts';
import { simulateWeb } from '../simulation/simulated-web.ts';

/** Runs one contender on the simulated web and prints its time and memory. */
const jobSchema = z.object({
  contender: z.enum(['ours', 'signed', 'bare', 'keeping', 'crawlee']),
  endpoints: z.object({ origin: z.string(), ca: z.string(), dns: z.string() }),
  web: z.object({
    seed: z.int(),
    count: z.int(),
    startedAt: z.int(),
    only: z.enum(['valid']).optional(),
    muteEvery: z.int().optional(),
  }),
  connections: z.int(),
  crawleeFolder: z.string(),
  /** Address of the database, which runs in another process. */
  dataDir: z.string(),
  /** File with the downloads of the crawl, for the other contenders. */
  downloads: z.string(),
});
type Job = z.infer<typeof jobSchema>;

/** Downloads per visit, in order: robots.txt, the file, the homepage, the rest. */
const downloadsSchema = z.array(z.tuple([z.string(), z.string(), z.string()], z.string()));
type Downloads = z.infer<typeof downloadsSchema>[number];

const job = jobSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const { only, muteEvery, ...options } = job.web;
const web = simulateWeb({ ...options, ...(only && { only }), ...(muteEvery !== undefined && { muteEvery }) });
const contenders = {
  ours: (job: Job) => ours(job),
  signed: (job: Job) => ours(job, createSigner()),
  bare: bareLoop(false),
  keeping: bareLoop(true),
  crawlee,
};
const taken = await contenders[job.contender](job);
process.send?.({ ...taken, peakMib: peakMib() });
process.disconnect?.();

/** Linux includes the forked parent in `maxRSS`, but not in VmHWM (proc(5)). */
function peakMib(): number {
  const own = existsSync('/proc/self/status') && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return (own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024;
}

interface Taken {
  readonly seconds: number;
  readonly cpuS: number;
}

/** Time without the start of the program. */
async function timed<Result>(work: () => Promise<Result>): Promise<Taken & { readonly result: Result }> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds, cpuS: (user + system) / 1_000_000, result };
}

function createSigner(): RequestSigner {
  const agentUrl = 'https://directory.example';
  return createRequestSigner({ key: aSigningKey(), agentUrl, now: Date.now });
}

async function ours({ endpoints, connections, dataDir, downloads }: Job, sign?: RequestSigner): Promise<Taken> {
  const store = await openStore({ dataDir, access: 'share' });
  const net = createNet({
    servers: [],
    userAgent: 'bench/1 (+https://crawler.example)',
    sandbox: { ...endpoints, isMapped: (name) => web.knows(name) },
    now: Date.now,
  });
  const recorded = recordDownloads(net);
  const tools = testVisitTools(recorded, {
    pacing: createPacing({ gapMs: 0, maxOpen: connections, now: Date.now }),
    isHostAllowed: (name) => web.knows(name),
    countryOfAddress: openCountryOfAddress(),
    random: Math.random,
  });
  try {
    const options: CrawlOptions = {
      store,
      tools: { ...tools, policy: { ...tools.policy, sign } },
      log: silentLog,
      run: { id: 'bench', kind: 'scheduled' },
      worker: 'bench',
    };
    const { result: report, ...taken } = await timed(() => crawl(options));
    const expected = muteEvery === undefined ? job.web.count : job.web.count - Math.ceil(job.web.count / muteEvery);
    if (report.visited !== job.web.count || (only && report.statuses.valid < expected * 0.95)) {
      throw new Error(`the visits went wrong: ${JSON.stringify(report)}`);
    }
    writeFileSync(downloads, JSON.stringify(recorded.seen));
    return taken;
  } finally {
    await net.close();
    await store.close();
  }
}

function readDownloads({ downloads }: Job): Downloads[] {
  return downloadsSchema.parse(JSON.parse(readFileSync(downloads, 'utf8')));
}

/** Records the downloads of each session. One session is one visit. */
function recordDownloads(net: Pick<Net, 'openSession'>): Pick<Net, 'openSession'> & { readonly seen: string[][] } {
  const seen: string[][] = [];
  return {
    seen,
    openSession: () => {
      const session = net.openSession();
      const urls: string[] = [];
      seen.push(urls);
      return {
        fetch: async (request) => {
          const result = await session.fetch(request);
          urls.push(...result.chain);
          return result;
        },
        close: () => session.close(),
      };
    },
  };
}

/** Only downloads, without DNS, limits, parsing and store. `keeps` reuses one connection per host. */
function bareLoop(keeps: boolean) {
  return (given: Job): Promise<Taken> => {
    const { endpoints, connections } = given;
    const visits = readDownloads(given);
    const [host, port] = endpoints.origin.split(':');
    const secureContext = createSecureContext({ ca: endpoints.ca });
    const agentFor = () => new Agent({ keepAlive: keeps, maxCachedSessions: 10_000, secureContext });
    const shared = agentFor();
    const download = (url: URL, agent: Agent) =>
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
    const loop = async () => {
      for (let urls = visits[next++]; urls !== undefined; urls = visits[next++]) {
        const agent = keeps ? agentFor() : shared;
        for (const url of urls) await download(new URL(url), agent);
        if (keeps) agent.destroy();
      }
    };
    return timed(() => Promise.all(Array.from({ length: connections }, loop)));
  };
}

/** Used part of crawlee, which is not a dependency. It is loaded from a separate folder. */
interface Crawlee {
  readonly HttpCrawler: new (
    options: object,
    configuration: object,
  ) => { run(requests: readonly CrawleeRequest[]): Promise<{ requestsFinished: number }> };
  readonly Configuration: new (options: object) => object;
  readonly log: { setLevel(level: number): void };
}
interface CrawleeRequest {
  readonly url: string;
  readonly uniqueKey: string;
  readonly userData: { readonly site: number; readonly role: 'robots' | 'file' | 'home' | 'rest' };
}
interface CrawleeContext {
  readonly request: CrawleeRequest;
  readonly body: string | Buffer;
  readonly response: { readonly statusCode: number };
  addRequests(requests: readonly CrawleeRequest[]): Promise<unknown>;
  pushData(row: object): Promise<void>;
}

/** All names resolve to this machine, so crawlee needs no DNS either. */
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

/**
 * The same visit in crawlee's style: robots.txt first, then allowed URLs, then the URLs of the file; the same parsers
 * read file and homepage, and each gets a row in crawlee's data set. It writes nothing to disk.
 */
async function crawlee(given: Job): Promise<Taken> {
  const { endpoints, connections, crawleeFolder } = given;
  const visits = readDownloads(given);
  const require = createRequire(join(crawleeFolder, 'package.json'));
  const { HttpCrawler, Configuration, log }: Crawlee = await import(require.resolve('@crawlee/http'));
  log.setLevel(0);
  const port = endpoints.origin.split(':')[1];
  everyNameIsHere();
  const folder = await mkdtemp(join(tmpdir(), 'crawlee-bench-'));
  let asked = 0;
  const requestFor = (text: string, site: number, role: CrawleeRequest['userData']['role']): CrawleeRequest => {
    const { hostname, pathname } = new URL(text);
    asked += 1;
    return { url: `https://${hostname}:${port}${pathname}`, uniqueKey: String(asked), userData: { site, role } };
  };
  const handle = async ({ request, body, response, addRequests, pushData }: CrawleeContext) => {
    const { site, role } = request.userData;
    const [, file, home, ...rest] = visits[site] ?? ['', '', ''];
    const bytes = Buffer.from(body);
    if (role === 'robots') await addRequests([requestFor(file, site, 'file')]);
    if (role === 'home') await pushData({ site, ...readPage(decodePage(bytes, 'text/html'), home, {}) });
    if (role === 'file') {
      const { valid, findings, quality } = lint({ body: bytes, url: file });
      await pushData({ site, status: response.statusCode, valid, findings, quality });
      await addRequests([requestFor(home, site, 'home'), ...rest.map((url) => requestFor(url, site, 'rest'))]);
    }
  };
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
      requestHandler: handle,
      failedRequestHandler: async () => {},
    },
    new Configuration({ persistStorage: false, storageClientOptions: { localDataDirectory: folder } }),
  );
  const { result, ...taken } = await timed(() =>
    crawler.run(visits.map(([robots], site) => requestFor(robots, site, 'robots'))),
  );
  await rm(folder, { recursive: true, force: true });
  if (result.requestsFinished < 0.98 * asked || asked < 5 * visits.length) {
    throw new Error(`crawlee finished ${result.requestsFinished} of ${asked}`);
  }
  return taken;
}
