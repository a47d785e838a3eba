import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { readServiceSettings } from '../../functions/service-settings.ts';
import { startService } from '../../functions/start-service.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { createContext } from '../../src/runtime/context.ts';
import { parseEnv } from '../../src/runtime/env.ts';
import { createLog } from '../../src/runtime/log.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebAnswer, WebSource } from '../../src/sandbox/web-source.ts';
import { EXAMPLE_WEB } from '../sandbox/example-web.ts';
import { endProgram } from '../start-program.ts';
import { report } from './figure.ts';
import { readScriptFlags } from './script-flags.ts';

/** Measures the memory of a server for sixteen drafts of sites with five sitemaps of 10 MiB each, from as many clients. */
const HOSTILE = 16;
const GAP_MS = 1_000;
const SETTLE_S = 10;
const MIB = 1024 * 1024;

const endpointsSchema = z.object({ origin: z.string(), caFile: z.string(), dns: z.string(), dataDir: z.string() });
const portSchema = z.object({ port: z.number() });

if (process.argv[2] === 'serve') await serve();
else await measure();

/** Runs the server in a separate process, to measure only its memory. The server keeps pauses, unlike in a sandbox. */
async function serve(): Promise<void> {
  const { origin, caFile, dns, dataDir } = endpointsSchema.parse(JSON.parse(process.argv[3] ?? ''));
  const env = parseEnv({
    DATA_DIR: dataDir,
    SANDBOX_ORIGIN: origin,
    SANDBOX_CA: caFile,
    SANDBOX_DNS: dns,
    TRUSTED_PROXY: '1',
  });
  const now = Date.now;
  const log = { ...createLog(now), info: () => {} };
  const context = await createContext(env, { access: 'own', log });
  const crawlPolicy = { ...context.crawlPolicy, pacing: createPacing({ gapMs: GAP_MS, now }) };
  const settings = await readServiceSettings(env);
  const service = await startService({ ...context, crawlPolicy }, settings, {
    reservedNames: true,
    port: 0,
    // Request no page, because the site build would distort the figures.
    openRenderer: () => Promise.reject(new Error('no page is expected')),
  });
  process.send?.({ port: service.port });
}

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drafts-bench-'));
  const sandbox = await startSandbox({ sites: hostileWeb(), dataDir, now: Date.now });
  const { origin, caFile, dns } = sandbox;
  const server = fork(import.meta.filename, ['serve', JSON.stringify({ origin, caFile, dns, dataDir })], {
    execArgv: readScriptFlags('serve'),
  });
  try {
    const [message] = await once(server, 'message');
    const { port } = portSchema.parse(message);
    await measureMemory(server, port);
  } finally {
    await endProgram(server, 'SIGTERM');
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureMemory({ pid }: ChildProcess, port: number): Promise<void> {
  const idle = await settledBytes(pid);
  // Reset the peak (proc(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const answers = await Promise.all(
    Array.from({ length: HOSTILE }, (_, i) => draft(port, `hostile${i}.example`, `192.0.2.${i}`)),
  );
  if (answers.some(({ status }) => status !== 200)) throw new Error(`no draft: ${JSON.stringify(answers)}`);
  const peak = await residentBytes(pid, 'VmHWM');
  report({
    bench: 'drafts',
    figure: `memory above idle (${Math.round(idle / MIB)} MiB) under ${HOSTILE} drafts of sites with five sitemaps of 10 MiB`,
    value: (peak - idle) / MIB,
    unit: 'MiB',
    bar: { atMost: 150 },
  });
}

/** Waits until the embedded database has freed its load buffers. Returns the resident bytes. */
async function settledBytes(pid: number | undefined): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < SETTLE_S; i += 1) {
    await wait(1_000);
    lowest = Math.min(lowest, await residentBytes(pid, 'VmRSS'));
  }
  return lowest;
}

/** Reads the resident bytes. `VmRSS` is the current value, and `VmHWM` is the peak. */
async function residentBytes(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

async function draft(port: number, domain: string, address: string) {
  const response = await fetch(`http://127.0.0.1:${port}/v1/generate/${domain}`, {
    headers: { 'x-forwarded-for': address },
  });
  await response.text();
  return { domain, status: response.status, retryAfter: Number(response.headers.get('retry-after') ?? 0) };
}

/** Creates a web in which every name serves sitemaps and pages that cost memory. */
function hostileWeb(): WebSource {
  const ok = (type: string, body: string | Uint8Array): WebAnswer => ({
    status: 200,
    // Send the text uncompressed, because compression would cost time here.
    headers: { 'content-type': type, 'content-encoding': 'identity' },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });
  const page = ok('text/html', `<title>Page</title>${link(`/${'x'.repeat(400)}`, 2_500)}`.slice(0, MIB));
  const sitemaps = hostileSitemaps().map((body) => ok('application/xml', body));
  return {
    ...EXAMPLE_WEB,
    async answer({ host, path }) {
      const maps = sitemaps.map((_, i) => `Sitemap: https://${host}/map${i}.xml\n`);
      if (path === '/robots.txt') return ok('text/plain', maps.join(''));
      return sitemaps[Number(/^\/map(\d)\.xml$/.exec(path)?.[1])] ?? page;
    },
  };
}

function link(path: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `<a href="${path}${i}">Topic ${i}</a>`).join('');
}

/** Returns sitemaps of 10 MiB each: the shortest and longest URLs, an open tag, and a gzip file of each. */
function hostileSitemaps(): readonly Uint8Array[] {
  const fill = (piece: (i: number) => string) => {
    let text = '<urlset>';
    for (let i = 0; text.length < 10 * MIB; i += 1) text += piece(i);
    return Buffer.from(text.slice(0, 10 * MIB));
  };
  const short = fill((i) => `<url><loc>/${i}</loc></url>`);
  const long = fill((i) => `<url><loc>/${'é'.repeat(240)}${i}</loc></url>`);
  const sparse = fill((i) => `<url><loc>/sparse-${i}</loc></url>${' '.repeat(100_000)}`);
  const endless = fill(() => '<!-- no end of a comment');
  return [endless, sparse, gzipSync(endless), long, short];
}
