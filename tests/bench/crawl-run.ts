import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { crawl } from '../../src/crawl/crawl.ts';
import { openCountryOfAddress } from '../../src/fetch/address-country.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { simulateWeb } from '../simulation/simulated-web.ts';

/** Crawls the simulated web and sends its time and memory to the parent process. */
const jobSchema = z.object({
  endpoints: z.object({ origin: z.string(), ca: z.string(), dns: z.string() }),
  web: z.object({
    seed: z.int(),
    count: z.int(),
    startedAt: z.int(),
    only: z.enum(['valid']).optional(),
    muteEvery: z.int().optional(),
  }),
  connections: z.int(),
  /** Address of the database, which runs in another process. */
  dataDir: z.string(),
});

const { endpoints, web: options, connections, dataDir } = jobSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const { only, muteEvery, ...rest } = options;
const web = simulateWeb({ ...rest, ...(only && { only }), ...(muteEvery !== undefined && { muteEvery }) });
const store = await openStore({ dataDir, access: 'share' });
const net = createNet({
  servers: [],
  userAgent: 'bench/1 (+https://crawler.example)',
  sandbox: { ...endpoints, isMapped: (name) => web.knows(name) },
  now: Date.now,
});
const tools = testVisitTools(net, {
  pacing: createPacing({ gapMs: 0, maxOpen: connections, now: Date.now }),
  isHostAllowed: (name) => web.knows(name),
  countryOfAddress: openCountryOfAddress(),
  random: Math.random,
});
try {
  // Measure the crawl without the start of the program.
  const startedAt = performance.now();
  const run = { id: 'bench', kind: 'scheduled' } as const;
  const { visited, statuses } = await crawl({ store, tools, log: silentLog, run, worker: 'bench' });
  const seconds = (performance.now() - startedAt) / 1_000;
  const expected = muteEvery === undefined ? options.count : options.count - Math.ceil(options.count / muteEvery);
  if (visited !== options.count || (only && statuses.valid < expected * 0.95)) {
    throw new Error(`the visits went wrong: ${JSON.stringify({ visited, statuses })}`);
  }
  process.send?.({ seconds, peakMib: peakMib() });
} finally {
  await net.close();
  await store.close();
}
process.disconnect?.();

/** Reads the peak memory. `maxRSS` includes the forked parent on Linux, but VmHWM does not (proc(5)). */
function peakMib(): number {
  const own = existsSync('/proc/self/status') && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return (own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024;
}
