import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderCaddyfile } from '../../../.ci/render-caddyfile.ts';
import { freePort } from '../../free-port.ts';
import { START_ENV } from '../../start-env.ts';
import { folderOfFile } from '../../temp-folder.ts';
import { HAS_CADDY, type Router, startCaddy, startWorker } from './start-routers.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const ACCEPTS = [
  undefined,
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/markdown, text/html;q=0.5',
  'application/json',
] as const;
/** Most compared pages. */
const FILES = 240;
/** Requests of a client. Each address of the loopback network is a client, with its own quotas. */
const REQUESTS_OF_A_CLIENT = 30;
const AT_ONCE = 24;

/** URLs without a file, or whose file must not be the answer. */
const OTHERS = `
  /v1/domains /v1/stats /v1/domain/lumendb.example /v1/domain/none.example /v1/nothing /v1/search?q=lumendb
  /v1/search /openapi.json /mcp /healthz /readyz /.well-known/security.txt /.well-known/nothing /add
  /add?domain=lumendb.example /add?domain=- /add.md?domain=lumendb.example
  /claim/lumendb.example /claim/none.example /http://lumendb.example/ /https:/lumendb.example/a /notify/confirm
  /badges?domain=lumendb.example /check?domain= /check/llms.txt?domain= /check/llms.txt /resolve?package=
  /generate?x=1 /resolve?url=https://lumendb.example/ /search?q=lumendb
  /search?go=1&q=lumendb.example /browse?sort=newest /browse?utm_source=x /browse?page=2
  /badge/lumendb.example.svg?style=for-the-badge /badge/none.example.svg /badge/x.png /domain/none.example
  /domain/LUMENDB.example /domain/l%75mendb.example /domain/lumendb.example.json /domain/lumendb.example.md
  /domain/none.example.md /domain/lumendb.example.html /domain/lumendb.example/feed.xml
  /domain/lumendb.example/feed.json /domain/lumendb.example/ /docs/
  /docs.html /index.html /index /404 /_headers /nothing /nothing.json /wp-login.php /docs%2fapi //docs
  /browse/99 /topics/none /browse/newest /docs?x=1 /?utm_source=x /llms.txt?x=1 /%ff /browse.md?sort=newest
`
  .trim()
  .split(/\s+/);

interface Seen {
  readonly status: number;
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly etag: string | undefined;
}

const folder = folderOfFile();
let server: ChildProcess;
let nodePort = 0;
const routers: Router[] = [];

beforeAll(async () => {
  nodePort = await freePort();
  const env = { ...START_ENV, DATA_DIR: folder, PORT: String(nodePort), TRUSTED_PROXY: '1' };
  server = spawn(process.execPath, [join(ROOT, 'bin/directory.ts'), 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: server.stdout ?? process.stdin }))
    if (line.startsWith('open ')) break;
  const options = { siteDir: join(folder, 'site'), nodePort };
  routers.push(await startWorker(options));
  if (HAS_CADDY) routers.push(await startCaddy(options));
  else process.stdout.write('caddy is not installed: the Caddyfile was not run\n');
});
afterAll(async () => {
  await Promise.all(routers.map((router) => router.close()));
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
});

let sent = 0;
let agent = new Agent();
/** Sends a request with the directory's host from a separate client address. */
function ask(port: number, path: string, method: string, fields: Record<string, string>): Promise<Seen> {
  const client = Math.floor(sent / REQUESTS_OF_A_CLIENT);
  const localAddress = `127.7.${client >> 8}.${client & 255}`;
  const headers = {
    host: `127.0.0.1:${nodePort}`,
    ...fields,
    ...(port !== nodePort && { 'x-forwarded-for': localAddress }),
  };
  if (sent++ % REQUESTS_OF_A_CLIENT === 0) agent = new Agent({ keepAlive: true, localAddress });
  return new Promise((done, failed) => {
    const out = request({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
      answer.resume().once('end', () => {
        const { etag, ...all } = answer.headers;
        done({ status: answer.statusCode ?? 0, fields: comparable(all), etag });
      });
    });
    out.once('error', failed).end();
  });
}

/** Fields that a router sets: connection, length, coding and quota. */
const OF_ITS_OWN =
  /^(date|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept-ranges|last-modified|x-request-id|ratelimit.*|age|cf-.*)$/;

function comparable(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => {
    if (OF_ITS_OWN.test(name)) return [];
    if (name !== 'vary') return [[name, String(value)]];
    const names = String(value)
      .split(/, */)
      .filter((each) => each.toLowerCase() !== 'accept-encoding');
    return names.length === 0 ? [] : [[name, names.join(', ')]];
  });
  return Object.fromEntries(entries);
}

function addresses(): string[] {
  const files = readdirSync(join(folder, 'site'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'site').length))
    .map((path) => path.replace(/\/index\.html$/, '/').replace(/\.html$/, ''))
    .toSorted();
  const step = Math.max(1, files.length / FILES);
  const chosen = files.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  return [...new Set([...chosen, ...OTHERS])];
}

/** Lists differences between router and Node host for GET, HEAD and conditional requests. */
async function compare(path: string, accept: string | undefined): Promise<string[]> {
  const ports = [nodePort, ...routers.map((router) => router.port)];
  const differences: string[] = [];
  let tags: readonly (string | undefined)[] = [];
  for (const kind of ['GET', 'HEAD', 'GET again'] as const) {
    const fieldsFor = (at: number) => ({
      ...(accept !== undefined && { accept }),
      ...(kind === 'GET again' && { 'if-none-match': tags[at] ?? '"none"' }),
    });
    const method = kind === 'HEAD' ? 'HEAD' : 'GET';
    const [node, ...routed] = await Promise.all(ports.map((port, at) => ask(port, path, method, fieldsFor(at))));
    if (node === undefined) throw new Error('no Node host');
    if (kind === 'GET') tags = [node.etag, ...routed.map(({ etag }) => etag)];
    for (const [at, seen] of routed.entries()) {
      const found = listDifferences(node, seen).map(
        (each) => `${routers[at]?.name}: ${path} (${kind}, ${accept}): ${each}`,
      );
      differences.push(...found);
    }
  }
  return differences;
}

function listDifferences(node: Seen, routed: Seen): string[] {
  const all = (seen: Seen) => ({
    status: String(seen.status),
    ...seen.fields,
    etag: seen.etag === undefined ? 'none' : 'one',
  });
  const [mine, theirs]: Record<string, string>[] = [all(node), all(routed)];
  // Compare only these fields, because a 304 may repeat fields of the full answer.
  const names = node.status === 304 ? Object.keys(mine ?? {}) : Object.keys({ ...mine, ...theirs });
  return names.flatMap((name) =>
    mine?.[name] === theirs?.[name]
      ? []
      : [`${name}: ${mine?.[name]} at the Node host, ${theirs?.[name]} at the router`],
  );
}

describe('a router before the static files and the Node host', () => {
  it('answers each URL with the status, media type and fields of the Node host', async () => {
    const asked = addresses();
    expect(asked.length).toBeGreaterThanOrEqual(300);
    // The directory lists the site, so no request starts a visit, which has a quota of its own.
    expect((await ask(nodePort, '/v1/domain/lumendb.example', 'GET', {})).status).toBe(200);
    const waiting = asked.flatMap((path) => ACCEPTS.map((accept) => ({ path, accept })));
    const differences: string[] = [];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        differences.push(...(await compare(next.path, next.accept)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(differences.slice(0, 12).join('\n')).toBe('');
  });

  it('refuses a file if a condition expects another version', async () => {
    for (const { port, name } of routers) {
      for (const coding of ['identity', 'gzip']) {
        const status = async (fields: Record<string, string>) =>
          (await ask(port, '/docs', 'GET', { 'accept-encoding': coding, ...fields })).status;
        const { etag = '' } = await ask(port, '/docs', 'GET', { 'accept-encoding': coding });
        const seen = [
          await status({ 'if-match': etag }),
          await status({ 'if-match': '*' }),
          await status({ 'if-match': '"another"' }),
          await status({ 'if-unmodified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
        ];
        const isStrong = etag.startsWith('"');
        expect(seen, `${name} ${coding} ${etag}`).toEqual([isStrong ? 200 : 412, 200, 412, 412]);
      }
    }
  });

  it('keeps the figures of the Node host from the public', async () => {
    for (const router of routers) expect((await ask(router.port, '/metrics', 'GET', {})).status, router.name).toBe(404);
  });

  it('matches its declaration', () => {
    expect(readFileSync(join(ROOT, 'docs/operating/Caddyfile'), 'utf8')).toBe(renderCaddyfile());
  });
});
