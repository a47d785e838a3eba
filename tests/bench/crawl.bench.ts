import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
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
 * Measures the overhead of a crawl over its downloads, with dead hosts, and with ten times the hosts. Full run: `npm run bench --
 * crawl --hosts 5000 --large 50000 --mute-hosts 2000 --rounds 3`. An uncounted first crawl warms up the sites and the database,
 * which serve all contenders in turn. The bare loop opens a connection per download. A second figure reuses connections, like the
 * crawl.
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

const resultSchema = z.object({
  seconds: z.number(),
  peakMib: z.number(),
  cpuS: z.number(),
});
type Result = z.infer<typeof resultSchema>;
type Contender = 'ours' | 'signed' | 'bare' | 'keeping';

async function visit(contender: Contender, web: Omit<SimulatedWebOptions, 'seed' | 'startedAt'>): Promise<Result> {
  const options = { seed: SEED, startedAt: Date.now(), ...web };
  const open = await openWeb(options);
  const dataDir = await mkdtemp(join(tmpdir(), 'crawl-bench-'));
  // Run the database as a separate program, as with several crawlers.
  const store = await openStore({ dataDir, access: 'own' });
  try {
    await store.track(open.truth.names());
    const { origin, ca, dns } = open.endpoints;
    const job = {
      contender,
      endpoints: { origin, ca, dns },
      web: options,
      connections: Number(values.connections),
      dataDir,
      downloads: join(downloadsFolder, 'downloads.json'),
    };
    const file = join(import.meta.dirname, 'crawl-contender.ts');
    const execArgv = contender === 'ours' || contender === 'signed' ? readScriptFlags('crawl') : [];
    const child = fork(file, [JSON.stringify(job)], { execArgv });
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return resultSchema.parse(message);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
    await open.close();
  }
}

async function inTurn(count: number, contenders: readonly Contender[]): Promise<Record<Contender, Result[]>> {
  const seen: Record<Contender, Result[]> = { ours: [], signed: [], bare: [], keeping: [] };
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) seen[contender].push(await visit(contender, { count, only: 'valid' }));
  }
  return seen;
}

/** The other contenders repeat the downloads of the crawl. */
const downloadsFolder = await mkdtemp(join(tmpdir(), 'crawl-downloads-'));
process.once('exit', () => rmSync(downloadsFolder, { recursive: true }));

const rate = (count: number, results: readonly Result[]) => count / median(results.map(({ seconds }) => seconds));
const peak = (results: readonly Result[]) => Math.max(...results.map(({ peakMib }) => peakMib));

await compareDownloads();
await compareMuteHosts();
await compareMemory();

async function compareDownloads(): Promise<void> {
  await visit('ours', { count: hosts, only: 'valid' });
  const seen = await inTurn(hosts, ['ours', 'signed', 'bare', 'keeping']);
  const value = rate(hosts, seen.ours);
  const figure = `${hosts} hosts over TLS visited`;
  const unit = 'hosts/s';
  const bare = { peer: 'a bare node:https loop of the same downloads', peerValue: rate(hosts, seen.bare) };
  report({ bench, figure, value, unit, ...bare, bar: { atLeast: 0.9 } });
  const keeping = { peer: 'a bare loop that keeps connections, as we do', peerValue: rate(hosts, seen.keeping) };
  report({ bench, figure, value, unit, ...keeping, bar: { atLeast: 0.4 } });
  const computeCpu = (results: readonly Result[]) => (1_000 * median(results.map(({ cpuS }) => cpuS))) / hosts;
  const cpu = { value: computeCpu(seen.ours), unit: 'ms', peer: bare.peer, peerValue: computeCpu(seen.bare) };
  report({ bench, figure: 'CPU of the crawler for a host', ...cpu, bar: { atMost: 1.2 } });
  const signedPeer = { peer: 'the same crawl without signatures', peerValue: value };
  const signed = { figure: `${figure}, requests signed`, value: rate(hosts, seen.signed), unit, ...signedPeer };
  report({ bench, ...signed, bar: { atLeast: 0.98 } });
  const signedCpu = { value: computeCpu(seen.signed), unit: 'ms', peer: signedPeer.peer, peerValue: cpu.value };
  report({ bench, figure: 'CPU of the crawler for a host, requests signed', ...signedCpu });
  report({ bench, figure: `peak memory, ${hosts} hosts`, value: peak(seen.ours), unit: 'MiB', bar: { atMost: 350 } });
}

async function compareMuteHosts(): Promise<void> {
  const all: number[] = [];
  const some: number[] = [];
  for (let round = 0; round < rounds; round++) {
    all.push((await visit('ours', { count: muteHosts, only: 'valid' })).seconds);
    some.push((await visit('ours', { count: muteHosts, only: 'valid', muteEvery: 10 })).seconds);
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
}

async function compareMemory(): Promise<void> {
  const small = await visit('ours', { count: hosts });
  const big = await visit('ours', { count: large });
  report({ bench, figure: `peak memory, ${large} mixed hosts`, value: big.peakMib, unit: 'MiB', bar: { atMost: 350 } });
  const peer = `${hosts} mixed hosts`;
  const figure = `peak memory, ${large} mixed hosts`;
  report({ bench, figure, value: big.peakMib, unit: 'MiB', peer, peerValue: small.peakMib, bar: { atMost: 1.15 } });
  const computeMs = (seconds: number, count: number) => (1_000 * seconds) / count;
  report({
    bench,
    figure: `time of a host among ${large}`,
    value: computeMs(big.seconds, large),
    unit: 'ms',
    peer,
    peerValue: computeMs(small.seconds, hosts),
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
}
