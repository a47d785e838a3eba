import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { type CrawlOptions, crawl } from '../../src/crawl/crawl.ts';
import { openCountryOfAddress } from '../../src/fetch/address-country.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import type { Net } from '../../src/fetch/net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { createRequestSigner, type RequestSigner } from '../../src/fetch/signatures/request-signer.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { aSigningKey } from '../fetch/signatures/a-signing-key.ts';
import { simulatedWebSchema, simulateWeb } from '../simulation/simulated-web.ts';

/** Runs one contender on the simulated web and prints its time and memory. */
const jobSchema = z.object({
  contender: z.enum(['ours', 'signed', 'bare', 'keeping']),
  endpoints: z.object({ origin: z.string(), ca: z.string(), dns: z.string() }),
  web: simulatedWebSchema,
  connections: z.int(),
  /** Address of the database, which runs in another process. */
  dataDir: z.string(),
  /** File with the downloads of the crawl, for the other contenders. */
  downloads: z.string(),
});
type Job = z.infer<typeof jobSchema>;

/** Downloads per visit. */
const downloadsSchema = z.array(z.array(z.string()));

const job = jobSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const web = simulateWeb(job.web);
const contenders = {
  ours: (job: Job) => ours(job),
  signed: (job: Job) => ours(job, createSigner()),
  bare: bareLoop(false),
  keeping: bareLoop(true),
};
const taken = await contenders[job.contender](job);
process.send?.({ ...taken, peakMib: peakMib() });
process.disconnect?.();

/** Reads the peak memory. `maxRSS` includes the forked parent on Linux, but VmHWM does not (proc(5)). */
function peakMib(): number {
  const own = existsSync('/proc/self/status') && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return (own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024;
}

interface Taken {
  readonly seconds: number;
  readonly cpuS: number;
}

/** Measures the time of work, without the start of the program. */
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
    const { count, only, muteEvery } = job.web;
    const expected = muteEvery === undefined ? count : count - Math.ceil(count / muteEvery);
    if (report.visited !== count || (only && report.statuses.valid < expected * 0.95)) {
      throw new Error(`the visits went wrong: ${JSON.stringify(report)}`);
    }
    writeFileSync(downloads, JSON.stringify(recorded.seen));
    return taken;
  } finally {
    await net.close();
    await store.close();
  }
}

function readDownloads({ downloads }: Job): string[][] {
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

/** Downloads only, without DNS, limits, parsing and store. `keeps` reuses one connection per host. */
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
