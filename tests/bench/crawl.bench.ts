import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { openWeb } from '../simulation/open-web.ts';
import type { SimulatedWebOptions } from '../simulation/simulated-web.ts';
import { median, report } from './figure.ts';
import { readScriptFlags } from './script-flags.ts';

/**
 * Measures a crawl with dead hosts, and with five times the hosts. Full run: `npm run bench -- crawl --hosts 5000 --large 50000
 * --mute-hosts 2000`. An uncounted first crawl warms up.
 */
const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '300' },
    large: { type: 'string', default: '1500' },
    'mute-hosts': { type: 'string', default: '600' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '128' },
  },
});
const hosts = Number(values.hosts);
const large = Number(values.large);
const muteHosts = Number(values['mute-hosts']);
const rounds = Number(values.rounds);
const SEED = 7;
const bench = 'crawl';
/** Number of jobs of docs/operating/directory.yml in the longest month, and their minutes without the visits. */
const MONTH_JOBS = 31 * 4;
const OTHER_MINUTES = 7;
/** Visits per job, if 10,000 sites get a visit every two days. */
const JOB_VISITS = 10_000 / 2 / 4;

const resultSchema = z.object({ seconds: z.number(), peakMib: z.number() });

async function visit(web: Omit<SimulatedWebOptions, 'seed' | 'startedAt'>): Promise<z.infer<typeof resultSchema>> {
  const options = { seed: SEED, startedAt: Date.now(), ...web };
  const open = await openWeb(options);
  const dataDir = await mkdtemp(join(tmpdir(), 'crawl-bench-'));
  // Run the database as a separate program, as with several crawlers.
  const store = await openStore({ dataDir, access: 'own' });
  try {
    await store.track(open.truth.names());
    const { origin, ca, dns } = open.endpoints;
    const job = { endpoints: { origin, ca, dns }, web: options, connections: Number(values.connections), dataDir };
    const file = join(import.meta.dirname, 'crawl-run.ts');
    const child = fork(file, [JSON.stringify(job)], { execArgv: readScriptFlags('crawl') });
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return resultSchema.parse(message);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
    await open.close();
  }
}

await visit({ count: hosts, only: 'valid' });
const all: number[] = [];
const some: number[] = [];
for (let round = 0; round < rounds; round++) {
  all.push((await visit({ count: muteHosts, only: 'valid' })).seconds);
  some.push((await visit({ count: muteHosts, only: 'valid', muteEvery: 10 })).seconds);
}
report({
  bench,
  figure: `${muteHosts} hosts of which one in ten never answers`,
  value: median(some),
  unit: 's',
  peer: 'the same hosts, all answering',
  peerValue: median(all),
  bar: { atMost: 1.2 },
});

const small = await visit({ count: hosts });
const big = await visit({ count: large });
report({ bench, figure: `peak memory, ${large} mixed hosts`, value: big.peakMib, unit: 'MiB', bar: { atMost: 350 } });
const peer = `${hosts} mixed hosts`;
const figure = `peak memory, ${large} mixed hosts`;
report({ bench, figure, value: big.peakMib, unit: 'MiB', peer, peerValue: small.peakMib, bar: { atMost: 1.15 } });
const msOf = (seconds: number, count: number) => (1_000 * seconds) / count;
report({
  bench,
  figure: `time of a host among ${large}`,
  value: msOf(big.seconds, large),
  unit: 'ms',
  peer,
  peerValue: msOf(small.seconds, hosts),
  bar: { atMost: 1 },
});
// Round up, because GitHub bills started minutes.
const jobMinutes = Math.ceil(OTHER_MINUTES + (JOB_VISITS * big.seconds) / large / 60);
report({
  bench,
  figure: 'GitHub Actions in a month of 10,000 sites with a visit every two days',
  value: MONTH_JOBS * jobMinutes,
  unit: 'minutes',
  bar: { atMost: 1_500 },
});
