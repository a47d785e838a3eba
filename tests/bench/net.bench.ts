import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Agent, createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { createNet } from '../../src/fetch/create-net.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { Net } from '../../src/fetch/net.ts';
import { openCertificates } from '../../src/sandbox/certificates.ts';
import { a, startFakeDns } from '../fetch/fake-dns.ts';
import { endProgram } from '../start-program.ts';
import { inTurn, report } from './figure.ts';
import { measureGrowth } from './memory-growth.ts';

/** Measures the guarded fetch: TLS requests against a bare node:https loop, and memory under bombs. */
const HOSTS = 400;
/** Fewest files of a visit: robots.txt, llms.txt and the homepage. */
const FILES = ['/robots.txt', '/llms.txt', '/'];
/** TTL of DNS answers, in s. Most of the web uses a minute or more. */
const TTL = 60;
const CONCURRENCY = 32;
const ROUNDS = 5;
const BODY = Buffer.from('- [Page](https://site.example/page): what it says\n'.repeat(60));
const MIB = 1024 * 1024;
const SUFFIX = 'bench.example';
const PUBLIC = '93.184.216.34';

const endpointsSchema = z.object({ origin: z.string(), ca: z.string(), dns: z.string() });

if (process.argv[2] === 'serve') await serve();
else await measure();

/** Starts the server in a separate process, so that its work does not count. */
async function serve(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'net-bench-'));
  const certificates = await openCertificates(folder, () => Date.now());
  await rm(folder, { recursive: true });
  const context = await certificates.contextFor([`*.${SUFFIX}`], 'valid');
  // Sizes are 1 GiB and 256 MiB.
  const bombs = {
    gzip: Buffer.concat(new Array<Buffer>(100).fill(gzipSync(Buffer.alloc(10 * MIB)))),
    br: brotliCompressSync(Buffer.alloc(256 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  };
  const server = createServer({ SNICallback: (_name, done) => done(null, context) }, (request, response) => {
    const host = request.headers.host ?? '';
    const [, coding] = /^(gzip|br)-bomb/.exec(host) ?? [];
    if (coding !== undefined) {
      response.writeHead(200, { 'content-encoding': coding });
      response.end(coding === 'br' ? bombs.br : bombs.gzip);
      return;
    }
    if (host.startsWith('endless')) {
      response.writeHead(200);
      sendForEver(response);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': BODY.byteLength });
    response.end(BODY);
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 });
  await once(server, 'listening');
  const dns = await startFakeDns(({ name, type }) => ({ answers: type === 'A' ? [a(name, PUBLIC, TTL)] : [] }));
  const { port } = server.address() as AddressInfo;
  process.send?.({ origin: `127.0.0.1:${port}`, ca: certificates.ca, dns: dns.address });
}

/** Sends with backpressure until the client disconnects. */
function sendForEver(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(BODY));
  };
  response.on('drain', more);
  more();
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ['serve']);
  try {
    const [message] = await once(child, 'message');
    const endpoints = endpointsSchema.parse(message);
    const net = createNet({
      servers: [],
      userAgent: 'bench/1 (+https://site.example/docs/crawler)',
      sandbox: { ...endpoints, isMapped: (name) => name.endsWith(`.${SUFFIX}`) },
      now: () => Date.now(),
    });
    await compareVisits(net, endpoints);
    await measureBombs(net, ['gzip-bomb'], 50);
    // Allow 16 MiB more for the brotli decoder, whose window grows with the decoded size.
    await measureBombs(net, ['br-bomb', 'endless'], 75);
    await net.close();
  } finally {
    await endProgram(child, 'SIGTERM');
  }
}

async function compareVisits(net: Net, endpoints: z.infer<typeof endpointsSchema>): Promise<void> {
  const [host, port] = endpoints.origin.split(':');
  // The bare loop avoids DNS and the certificate load per connection.
  const agent = new Agent({ keepAlive: false, secureContext: createSecureContext({ ca: endpoints.ca }) });
  const bare = (name: string, path: string) =>
    new Promise<void>((resolve, reject) => {
      const options = { host, port: Number(port), servername: name, headers: { host: name }, path, agent };
      get(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => (Buffer.concat(chunks).equals(BODY) ? resolve() : reject(new Error('a wrong body'))));
      }).on('error', reject);
    });
  const guarded = async (name: string, path: string) => {
    const answer = await net.fetch({ url: `https://${name}${path}`, limits: LIMITS.llmsTxt });
    if (!BODY.equals(answer.body)) throw new Error(answer.detail ?? 'a wrong body');
  };

  let round = 0;
  const cpu: Record<'guarded' | 'bare', number[]> = { guarded: [], bare: [] };
  const rate = (kind: 'guarded' | 'bare', visit: (name: string, path: string) => Promise<void>) => async () => {
    round += 1;
    const before = process.cpuUsage();
    const startedAt = performance.now();
    let next = 0;
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (next < HOSTS) {
          // Use new hosts each round, so that every name is resolved once.
          const name = `h${next++}-${round}.${SUFFIX}`;
          for (const path of FILES) await visit(name, path);
        }
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(before);
    cpu[kind].push((user + system) / 1_000 / HOSTS / FILES.length);
    return (HOSTS * FILES.length) / seconds;
  };
  const contenders = { guarded: rate('guarded', guarded), bare: rate('bare', bare) };
  for (const warmUp of Object.values(contenders)) await warmUp();
  cpu.guarded.length = 0;
  cpu.bare.length = 0;
  const visits = await inTurn(ROUNDS, contenders);
  const peer = 'bare node:https loop, without DNS';
  report({
    bench: 'net',
    figure: 'fetches over TLS',
    value: visits.guarded,
    unit: '1/s',
    peer,
    peerValue: visits.bare,
    bar: { atLeast: 0.8 },
  });
  const least = (values: number[]) => Math.min(...values);
  report({
    bench: 'net',
    figure: 'client CPU of a fetch',
    value: least(cpu.guarded),
    unit: 'ms',
    peer,
    peerValue: least(cpu.bare),
    bar: { atMost: 1.25 },
  });
}

async function measureBombs(net: Net, kinds: readonly string[], atMost: number): Promise<void> {
  const hosts = Array.from({ length: 16 }, (_, i) => `${kinds[i % kinds.length]}${i}.${SUFFIX}`);
  const value = await measureGrowth(async () => {
    const results = await Promise.all(
      hosts.map((host) => net.fetch({ url: `https://${host}/llms.txt`, limits: LIMITS.llmsTxt })),
    );
    if (results.some(({ truncated }) => !truncated)) throw new Error('a bomb was not cut');
  });
  const figure = `memory under 16 bodies without an end at once (${kinds.join(', ')})`;
  report({ bench: 'net', figure, value, unit: 'MiB', bar: { atMost } });
}
